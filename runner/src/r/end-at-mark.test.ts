import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { endAtMark } from './end-at-mark.ts';

const MARK = Buffer.from('\0abc');

/** Returns the output for these pieces, with or without an end after them. */
async function through(pieces: readonly string[], isEnded: boolean): Promise<string> {
  const stream = new PassThrough();
  const output = text(endAtMark(stream, MARK));
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (isEnded) stream.end();
  return output;
}

describe('a stream with a mark', () => {
  it.each([
    ['in one piece', ['one\0abc']],
    ['in pieces', ['on', 'e\0', 'a', 'bc']],
    ['with something after it', ['one\0abctwo', 'three']],
    ['after what looks like it', ['on', 'e', '\0abc']],
  ])('ends there: %s', async (_, pieces) => {
    expect(await through(pieces, false)).toBe('one');
  });

  it('keeps what only looked like a mark', async () => {
    expect(await through(['one\0', 'abd\0a', '\0abc'], false)).toBe('one\0abd\0a');
  });

  it('a stream without a mark ends with the other stream', async () => {
    expect(await through(['one', 'two\0ab'], true)).toBe('onetwo\0ab');
  });

  it('passes on everything that cannot start a mark', async () => {
    const stream = new PassThrough();
    const output = endAtMark(stream, MARK);
    stream.write('one');
    await new Promise((resolve) => setImmediate(resolve));
    expect(String(output.read())).toBe('one');
    stream.end();
  });
});
