import { describe, expect, it } from 'vitest';
import { OutputRing } from './output-ring.ts';

const ringOf = (capacity: number, ...chunks: string[]) => {
  const ring = new OutputRing(capacity);
  for (const chunk of chunks) ring.push(Buffer.from(chunk));
  return ring;
};

describe('a ring of output', () => {
  it.each([
    ['nothing', 10, [], 0, ''],
    ['all', 10, ['ab', 'cd'], 0, 'abcd'],
    ['the rest', 10, ['ab', 'cd'], 3, 'd'],
    ['what is still available', 4, ['ab', 'cd', 'ef'], 0, 'cdef'],
    ['nothing beyond the end', 4, ['ab', 'cd'], 4, ''],
    ['one chunk that is too large, as a whole', 2, ['abcd'], 0, 'abcd'],
  ])('gives %s', (_, capacity, chunks, byte, expected) => {
    expect(
      ringOf(capacity, ...chunks)
        .since(byte)
        .toString(),
    ).toBe(expected);
  });

  it('counts from the start of the terminal', () => {
    const ring = ringOf(4, 'ab', 'cd', 'ef');
    expect([ring.start, ring.end]).toEqual([2, 6]);
  });
});
