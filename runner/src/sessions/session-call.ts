import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readJsonLines } from '#contract/json-lines.ts';

/** A part of what a program wrote, or the end of it. */
const Line = z.object({
  stdout: z.base64().optional(),
  stderr: z.base64().optional(),
  end: z.record(z.string(), z.unknown()).optional(),
  records: z.string().optional(),
  is_over: z.boolean().optional(),
});

/** What the host said last; null: it was ended before. */
export interface SessionEnd {
  readonly end: Readonly<Record<string, unknown>>;
  readonly records: string;
  /** The interpreter is gone, and the session with it. */
  readonly isOver: boolean;
}

/** A run or an application of a session while it is listened to. */
export interface Listening {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly ended: Promise<SessionEnd | null>;
  /** Asks it to stop. */
  stop(): void;
}

const CONNECT_MS = 5_000;
const OK = 'ok\n';

/**
 * Calls the host of a session (session_host.py).
 * @throws Error when it is not there any more.
 */
async function callHost(socketPath: string, wanted: object): Promise<Socket> {
  const socket = connect({ path: socketPath, allowHalfOpen: true });
  await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  // Who breaks off is noticed by its missing end.
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify(wanted)}\n`);
  return socket;
}

/** Asks for something that is answered in a line. */
export async function askHost(socketPath: string, wanted: object): Promise<unknown> {
  const socket = await callHost(socketPath, wanted);
  const answer = await text(socket);
  socket.destroy();
  return JSON.parse(answer) as unknown;
}

/** Starts something whose output is told as it comes. */
export async function listenToHost(socketPath: string, wanted: object): Promise<Listening> {
  const socket = await callHost(socketPath, wanted);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const read = async (): Promise<SessionEnd | null> => {
    let end: SessionEnd | null = null;
    try {
      for await (const value of readJsonLines(socket as AsyncIterable<Buffer>)) {
        const said = Line.parse(value);
        if (said.stdout !== undefined) await write(stdout, said.stdout);
        if (said.stderr !== undefined) await write(stderr, said.stderr);
        if (said.end) end = { end: said.end, records: said.records ?? '', isOver: said.is_over ?? false };
      }
    } catch {
      // A connection or a line that broke off in the middle: then there is no end either.
    }
    socket.destroy();
    stdout.end();
    stderr.end();
    return end;
  };
  return { stdout, stderr, ended: read(), stop: () => void socket.write('stop\n') };
}

/**
 * A connection to a port inside.
 * @returns null when nothing listens there.
 */
export async function connectPort(socketPath: string, port: number): Promise<Socket | null> {
  const socket = await callHost(socketPath, { do: 'connect', port });
  let said = Buffer.alloc(0);
  while (said.length < OK.length) {
    const chunk = (socket.read() as Buffer | null) ?? (await nextChunk(socket));
    if (chunk === null) break;
    said = Buffer.concat([said, chunk]);
  }
  if (said.subarray(0, OK.length).toString() !== OK) {
    socket.destroy();
    return null;
  }
  if (said.length > OK.length) socket.unshift(said.subarray(OK.length));
  return socket;
}

async function nextChunk(socket: Socket): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  for (const event of ['readable', 'end', 'close'] as const) socket.once(event, wake);
  await promise;
  for (const event of ['readable', 'end', 'close'] as const) socket.off(event, wake);
  return socket.read() as Buffer | null;
}

async function write(stream: PassThrough, base64: string): Promise<void> {
  if (!stream.write(Buffer.from(base64, 'base64'))) await once(stream, 'drain');
}
