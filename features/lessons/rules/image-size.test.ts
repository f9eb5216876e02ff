import { describe, expect, it } from 'vitest';
import { imageProblem, detectImage } from './image-size.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

const PNG = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 7, 128, 0, 0, 4, 56]);
const PNG_END = '\0\0\0\0IEND\xaeB\x60\x82';
const GIF = bytes('GIF89a', [0x40, 0x01, 0xc8, 0x00]);
/** An application segment, stuffing, a table, then the frame. */
const JPEG = bytes(
  '\xff\xd8',
  [0xff, 0xe0, 0, 4, 1, 2],
  [0xff, 0xff, 0xff, 0xc4, 0, 3, 0],
  [0xff, 0xc2, 0, 11, 8, 0x01, 0x2c, 0x02, 0x58, 3],
);
const riff = (chunk: string, body: readonly number[]) => bytes('RIFF', zeros(4), 'WEBP', chunk, zeros(4), body);
const box = (name: string, ...inside: (string | readonly number[])[]) => {
  const body = bytes(...inside);
  return [...bytes([0, 0, 0, body.length + 8], name), ...body];
};
const ispe = (width: number, height: number) => box('ispe', zeros(4), [0, 0, 0, width], [0, 0, 0, height]);
/** Created by libavif. */
const REAL_AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
);

describe('detecting an image', () => {
  it.each([
    ['png', PNG, 1920, 1080],
    ['gif', GIF, 320, 200],
    ['jpeg', JPEG, 600, 300],
    ['webp', riff('VP8 ', [...zeros(6), 0x80, 0x02, 0xe0, 0x01]), 640, 480],
    ['webp', riff('VP8L', [0x2f, 0x0f, 0xc0, 0x03, 0x00]), 16, 16],
    ['webp', riff('VP8X', [0, 0, 0, 0, 0xff, 0x03, 0, 0xff, 0x01, 0]), 1024, 512],
    ['avif', REAL_AVIF, 2, 2],
    [
      'avif',
      bytes(box('ftyp', 'mif1', zeros(4), 'avif'), box('meta', zeros(4), box('iprp', box('ipco', ispe(9, 9), ispe(200, 100))))),
      200,
      100,
    ],
  ])('tell the first bytes of a %s', (type, content, width, height) => {
    expect(detectImage(content)).toEqual({ type, width, height });
  });

  it.each([
    ['text', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', bytes()],
    ['a film', bytes(box('ftyp', 'isom', zeros(4), 'mp42'))],
    ['a picture of a phone', bytes(box('ftyp', 'heic', zeros(4), 'mif1'))],
  ])('is not said of %s', (_what, content) => {
    expect(detectImage(content)).toBeNull();
  });

  it.each([
    ['whole', PNG_END, 20, 10, null],
    ['cut off', '', 20, 10, 'damaged'],
    ['of no width', PNG_END, 0, 10, 'damaged'],
    ['of no height', PNG_END, 20, 0, 'damaged'],
    ['far too wide', PNG_END, 100_000, 10, 'tooManyPixels'],
    ['far too high', PNG_END, 10, 100_000, 'tooManyPixels'],
  ])('tells of a PNG that is %s', (_what, end, width, height, expected) => {
    const sides = Buffer.alloc(8);
    sides.writeUInt32BE(width, 0);
    sides.writeUInt32BE(height, 4);
    const content = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [...sides], end);
    const look = detectImage(content);
    expect(look && imageProblem(look, content)).toBe(expected);
  });

  it('never fails, wherever an image is cut off', () => {
    for (const whole of [PNG, GIF, JPEG, REAL_AVIF, riff('VP8X', zeros(10)), riff('none', zeros(20))]) {
      for (let length = 12; length < whole.length; length++)
        expect(detectImage(whole.subarray(0, length))?.width ?? 0).toBeGreaterThanOrEqual(0);
    }
    expect(detectImage(PNG.subarray(0, 18))).toEqual({ type: 'png', width: 0, height: 0 });
    expect(detectImage(bytes('\xff\xd8\xff', [0, 0, 0, 0]))).toEqual({ type: 'jpeg', width: 0, height: 0 });
  });
});
