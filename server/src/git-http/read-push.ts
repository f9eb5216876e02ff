import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { COMMANDS_BYTES_MAX, readPushCommands, type PushCommands } from './push-commands.ts';

/** A request's body, decompressed if necessary. Errors end the stream. */
export function unpacked(body: Readable, encoding: string | undefined): Readable {
  return encoding === 'gzip' || encoding === 'x-gzip' ? pipeline(body, createGunzip(), () => {}) : body;
}

/**
 * Parses a push's commands and returns the whole body to be read again.
 * @throws Error if it isn't a push.
 */
export async function readPush(body: Readable): Promise<{ push: PushCommands; whole: Readable }> {
  let received = Buffer.alloc(0);
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk as Buffer]);
    const push = readPushCommands(received);
    if (push !== null) return { push, whole: followedBy(received, body) };
    if (received.length > COMMANDS_BYTES_MAX) break;
  }
  throw new Error('This is not a valid push.');
}

function followedBy(beginning: Buffer, rest: Readable): Readable {
  const whole = new PassThrough();
  whole.write(beginning);
  pipeline(rest, whole, () => {});
  return whole;
}
