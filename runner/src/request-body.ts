import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/**
 * The JSON of a request.
 * @throws Refusal 400 naming the first field that is wrong, 413 for one that is too large.
 */
export async function readBody<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(asJson(await text(bounded(request, MAX_REQUEST_BYTES))));
  if (!parsed.success) throw new Refusal(400, { error: `The request is not as it must be: ${parsed.error.issues[0]?.path.join('.')}.` });
  return parsed.data;
}

/** The body, refused beyond a size; `hint` is said behind it. */
export async function* bounded(request: IncomingMessage, maxBytes: number, hint = ''): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal(413, { error: `More than ${maxBytes / 2 ** 20} MB are not taken. ${hint}`.trimEnd() });
    yield chunk;
  }
}

/** Answers JSON, or nothing. */
export function reply(request: IncomingMessage, response: ServerResponse, status: number, body: object | null): void {
  // What was not read of the request is not waited for.
  if (!request.complete) response.setHeader('connection', 'close');
  if (body === null) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Begins an answer of newline-delimited JSON. */
export function openStream(response: ServerResponse): (event: object) => void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.flushHeaders();
  return (event) => void response.write(`${JSON.stringify(event)}\n`);
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
