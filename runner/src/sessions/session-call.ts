import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readJsonLines } from '#platform/contract/json-lines.ts';

/** A piece of a program's output, or its end. */
const Line = z.object({
  stdout: z.base64().optional(),
  stderr: z.base64().optional(),
  end: z.record(z.string(), z.unknown()).optional(),
  records: z.string().optional(),
  is_over: z.boolean().optional(),
});

/** The host's final message; null if it was killed before. */
export interface SessionEnd {
  readonly end: Readonly<Record<string, unknown>>;
  readonly records: string;
  /** The interpreter has ended, and the session with it. */
  readonly isOver: boolean;
}

/** A run or an application of a session, with its output. */
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
 * Connects to the host of a session (session_host.py).
 * @throws Error if it no longer exists
 */
async function callHost(socketPath: string, wanted: object): Promise<Socket> {
  const socket = connect({ path: socketPath, allowHalfOpen: true });
  await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  // A broken connection is noticed by its missing end.
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify(wanted)}\n`);
  return socket;
}

/** Sends a request that has a one-line reply. */
export async function askHost(socketPath: string, wanted: object): Promise<unknown> {
  const socket = await callHost(socketPath, wanted);
  const answer = await text(socket);
  socket.destroy();
  return JSON.parse(answer) as unknown;
}

/** Sends a request whose output is streamed. */
export async function listenToHost(socketPath: string, wanted: object): Promise<Listening> {
  const socket = await callHost(socketPath, wanted);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const read = async (): Promise<SessionEnd | null> => {
    let end: SessionEnd | null = null;
    try {
      for await (const value of readJsonLines(socket as AsyncIterable<Buffer>)) {
        const line = Line.parse(value);
        if (line.stdout !== undefined) await write(stdout, line.stdout);
        if (line.stderr !== undefined) await write(stderr, line.stderr);
        if (line.end) end = { end: line.end, records: line.records ?? '', isOver: line.is_over ?? false };
      }
    } catch {
      // The connection or a line broke off; there is no end then.
    }
    socket.destroy();
    stdout.end();
    stderr.end();
    return end;
  };
  return { stdout, stderr, ended: read(), stop: () => void socket.write('stop\n') };
}

/**
 * Connects to a port inside.
 * @returns null if nothing is listening
 */
export async function connectPort(socketPath: string, port: number): Promise<Socket | null> {
  const socket = await callHost(socketPath, { do: 'connect', port });
  let reply = Buffer.alloc(0);
  while (reply.length < OK.length) {
    const chunk = (socket.read() as Buffer | null) ?? (await nextChunk(socket));
    if (chunk === null) break;
    reply = Buffer.concat([reply, chunk]);
  }
  if (reply.subarray(0, OK.length).toString() !== OK) {
    socket.destroy();
    return null;
  }
  if (reply.length > OK.length) socket.unshift(reply.subarray(OK.length));
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
