import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/**
 * Reads and validates the JSON of a request.
 * @throws Refusal 400 naming the first invalid field, 413 for a body that is too large
 */
export async function readBody<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(asJson(await text(bounded(request, MAX_REQUEST_BYTES))));
  if (!parsed.success) throw new Refusal(400, { error: `Invalid request: check ${parsed.error.issues[0]?.path.join('.')}.` });
  return parsed.data;
}

/** Yields the body, or throws a `Refusal` beyond `maxBytes`, with `hint` appended to the message. */
export async function* bounded(request: IncomingMessage, maxBytes: number, hint = ''): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal(413, { error: `The request is larger than ${maxBytes / 2 ** 20} MB. ${hint}`.trimEnd() });
    yield chunk;
  }
}

/** Sends JSON, or an empty reply. */
export function reply(request: IncomingMessage, response: ServerResponse, status: number, body: object | null): void {
  // Don't wait for the unread rest of the request.
  if (!request.complete) response.setHeader('connection', 'close');
  if (body === null) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a reply of newline-delimited JSON. */
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
