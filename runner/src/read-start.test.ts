import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readStart } from './read-start.ts';

async function keep(chunks: readonly (string | Buffer)[], maxBytes: number) {
  const sent: string[] = [];
  let cuts = 0;
  const kept = await readStart(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    maxBytes,
    (text) => sent.push(text),
    () => (cuts += 1),
  );
  return { ...kept, sent: sent.join(''), cuts };
}

describe('a stream', () => {
  it.each([
    ['shorter than its limit is kept whole', ['ab', 'cd'], 10, 'abcd', false],
    ['as long as its limit is kept whole', ['ab', 'cd'], 4, 'abcd', false],
    ['that is longer is cut', ['abc', 'def', 'ghi'], 4, 'abcd', true],
    ['that is empty is empty', [], 4, '', false],
    ['with NUL shows it', ['a\0b'], 10, 'a␀b', false],
  ] as [string, string[], number, string, boolean][])('%s', async (_, chunks, maxBytes, text, isCut) => {
    expect(await keep(chunks, maxBytes)).toEqual({ text, isCut, sent: text, cuts: isCut ? 1 : 0 });
  });

  it('decodes characters that are split between chunks', async () => {
    const bytes = Buffer.from('naïve 🐍');
    const { text } = await keep(
      [...bytes].map((byte) => Buffer.from([byte])),
      100,
    );
    expect(text).toBe('naïve 🐍');
  });

  it('decodes invalid UTF-8 as text', async () => {
    const { text } = await keep([Buffer.from([0x61, 0xff, 0xc3])], 100);
    expect(text).toBe('a\ufffd\ufffd');
  });
});
