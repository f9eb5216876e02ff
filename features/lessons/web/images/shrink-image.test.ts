import { describe, expect, it } from 'vitest';
import { isAnimated, shrunkSize } from './shrink-image.ts';

describe('an image before its upload', () => {
  it.each([
    [{ width: 1_600, height: 900 }, null],
    [
      { width: 3_200, height: 900 },
      { width: 1_600, height: 450 },
    ],
    [
      { width: 900, height: 4_000 },
      { width: 360, height: 1_600 },
    ],
    [
      { width: 10_000, height: 2 },
      { width: 1_600, height: 1 },
    ],
  ])('of %j is shrunk to %j', (size, expected) => expect(shrunkSize(size)).toEqual(expected));

  it.each([
    ['\x89PNG....IHDR....acTL', true],
    ['\x89PNG....IHDR....IDAT', false],
    ['RIFF....WEBPVP8X\x0a\0\0\0\x02ICCP', true],
    ['RIFF....WEBPVP8X\x0a\0\0\0\x10', false],
    ['RIFF....WEBPVP8 ....', false],
  ])('that begins with %j is animated: %s', (head, expected) => {
    expect(isAnimated(Uint8Array.from(head, (sign) => sign.charCodeAt(0)))).toBe(expected);
  });
});
