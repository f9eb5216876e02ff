import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { pngBytes } from '#testing/png-bytes.ts';
import { contrastOf } from './contrast.ts';

type Color = readonly [number, number, number, number?];

/** A picture whose pixels are of the second color in every tenth column. */
function picture(background: Color, letters: Color, colorOf = (x: number, _y: number) => (x % 10 === 0 ? letters : background)): Buffer {
  const png = new PNG({ width: 100, height: 50 });
  for (let y = 0; y < 50; y++)
    for (let x = 0; x < 100; x++) png.data.set([...colorOf(x, y).slice(0, 3), colorOf(x, y)[3] ?? 255] as number[], (y * 100 + x) * 4);
  return PNG.sync.write(png);
}

describe('the contrast of an image', () => {
  it.each([
    ['black on white', [255, 255, 255], [0, 0, 0], 21],
    ['white on black', [0, 0, 0], [255, 255, 255], 21],
    ['gray on gray', [240, 240, 240], [200, 200, 200], 1.5],
    ['yellow on white', [255, 255, 255], [255, 255, 0], 1.1],
    ['red on white', [255, 255, 255], [255, 0, 0], 4],
  ] as const)('is computed of %s', (_name, background, letters, expected) => {
    expect(contrastOf(picture(background, letters))).toBeCloseTo(expected, 0);
  });

  it('is that of the color that differs the most', () => {
    const colors: readonly Color[] = [
      [200, 200, 200],
      [0, 0, 0],
    ];
    const bytes = picture([255, 255, 255], [0, 0, 0], (x) => (x % 10 === 0 ? (colors[(x / 10) % 2] as Color) : [255, 255, 255]));
    expect(contrastOf(bytes)).toBeCloseTo(21, 0);
  });

  it.each([
    ['a photo', picture([0, 0, 0], [0, 0, 0], (x, y) => [x * 2, y * 5, (x * y) % 256])],
    ['transparent parts', picture([255, 255, 255], [0, 0, 0, 100])],
    ['one color', pngBytes(20, 20)],
    ['another format', Buffer.from('GIF89a and so on, with more than a few bytes')],
    ['a broken file', pngBytes(20, 20).subarray(0, 50)],
    ['no bytes', Buffer.alloc(0)],
  ])('can’t be computed of %s', (_name, bytes) => expect(contrastOf(bytes)).toBeNull());

  it('isn’t computed of what says that it is huge', () => {
    const bytes = pngBytes(4, 4);
    bytes.writeUInt32BE(100_000, 16);
    expect(contrastOf(bytes)).toBeNull();
  });
});
