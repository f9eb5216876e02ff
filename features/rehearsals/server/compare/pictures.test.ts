import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { looksSame } from './pictures.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

/** White with boxes in a color. */
function picture(boxes: readonly Box[], { width = 640, height = 480, color = [31, 119, 180] as readonly number[] } = {}): string {
  const image = new PNG({ width, height });
  image.data.fill(255);
  for (const [left, top, across, down] of boxes) {
    for (let y = top; y < top + down; y += 1) {
      for (let x = left; x < left + across; x += 1) image.data.set(color, (y * width + x) * 4);
    }
  }
  return PNG.sync.write(image).toString('base64');
}

const BARS: readonly Box[] = [
  [80, 200, 100, 220],
  [240, 120, 100, 300],
  [400, 300, 100, 120],
];
const label: Box = [120, 440, 40, 10];

describe('a plot looks the same', () => {
  it.each<[string, string]>([
    ['as itself', picture(BARS)],
    ['with edges moved by a pixel', picture(BARS.map(([x, y, w, h]) => [x + 1, y, w, h]))],
    ['with a label in another font', picture([...BARS, label])],
    ['with a few more pixels around it', picture(BARS, { width: 648, height: 484 })],
  ])('%s', (_, other) => {
    expect(looksSame(picture(BARS), other)).toBe(true);
  });
});

describe('a plot looks different', () => {
  it.each<[string, string]>([
    ['with a bar of another height', picture([BARS[0]!, [240, 180, 100, 240], BARS[2]!])],
    ['without a bar', picture(BARS.slice(1))],
    ['in another color', picture(BARS, { color: [255, 127, 14] })],
    ['in another size', picture(BARS, { width: 1280, height: 960 })],
    ['if it is no picture', Buffer.from('no picture').toString('base64')],
  ])('%s', (_, other) => {
    expect(looksSame(picture(BARS), other)).toBe(false);
  });

  it('reports a plot with a line that runs elsewhere as different', () => {
    const line = (slope: number): Box[] => Array.from({ length: 560 }, (_, x) => [40 + x, Math.round(400 - slope * x), 1, 3]);
    expect(looksSame(picture(line(0.5)), picture(line(0.4)))).toBe(false);
  });
});

it('unpacks no picture that says it is enormous', () => {
  const bytes = Buffer.from(picture([]), 'base64');
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  expect(looksSame(bytes.toString('base64'), picture([]))).toBe(false);
});
