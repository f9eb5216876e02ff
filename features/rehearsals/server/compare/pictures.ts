/** Compares plots as people see them: other fonts or smoother edges are no difference, moved bars are. */

import { PNG } from 'pngjs';

/** Pictures are compared by the mean colors of this many cells a side. */
const CELLS = 64;
/** Of 255: a cell whose neighborhood has a color that is as near looks the same. So things may move by a cell. */
const SAME_COLOR = 16;
/** This share of cells may differ: labels in another font. */
const FEW = 0.005;
/** Width and height may differ by this share. */
const SAME_SIZE = 0.1;
/** A picture comes from code: it is not unpacked if it says that it has more pixels than this. */
const MOST_PIXELS = 16_000_000;
const CHANNELS = 3;

/** Whether two PNGs in base64 look the same. What can't be read equals nothing but itself. */
export function looksSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [readPicture(one), readPicture(other)];
  if (!left || !right || !isNear(left.width, right.width) || !isNear(left.height, right.height)) return false;
  const [first, second] = [cellsOf(left), cellsOf(right)];
  return strangeCells(first, second) <= FEW * CELLS * CELLS && strangeCells(second, first) <= FEW * CELLS * CELLS;
}

/** Cells of one picture whose color the other one has nowhere near. */
function strangeCells(one: Float64Array, other: Float64Array): number {
  let strange = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) if (isStrange(one, other, cell)) strange += 1;
  return strange;
}

function isStrange(one: Float64Array, other: Float64Array, cell: number): boolean {
  const [x, y] = [cell % CELLS, Math.floor(cell / CELLS)];
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    let [least, most] = [255, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(CELLS - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(CELLS - 1, x + 1); column += 1) {
        const color = other[(row * CELLS + column) * CHANNELS + channel] ?? 0;
        least = Math.min(least, color);
        most = Math.max(most, color);
      }
    }
    const color = one[cell * CHANNELS + channel] ?? 0;
    if (color < least - SAME_COLOR || color > most + SAME_COLOR) return true;
  }
  return false;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_SIZE * Math.max(one, other);
}

function readPicture(base64: string): PNG | null {
  const bytes = Buffer.from(base64, 'base64');
  // The header of a PNG has its size at these places.
  if (bytes.length < 24 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > MOST_PIXELS) return null;
  try {
    return PNG.sync.read(bytes);
  } catch {
    return null;
  }
}

/** The mean red, green and blue of each cell, on white. */
function cellsOf({ width, height, data }: Pick<PNG, 'width' | 'height' | 'data'>): Float64Array {
  const sums = new Float64Array(CELLS * CELLS * CHANNELS);
  const counts = new Uint32Array(CELLS * CELLS);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * CELLS) / height) * CELLS;
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor((x * CELLS) / width);
      const pixel = (y * width + x) * 4;
      const alpha = (data[pixel + 3] ?? 255) / 255;
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const at = cell * CHANNELS + channel;
        sums[at] = (sums[at] ?? 0) + 255 + alpha * ((data[pixel + channel] ?? 0) - 255);
      }
    }
  }
  return sums.map((sum, at) => sum / Math.max(1, counts[Math.floor(at / CHANNELS)] ?? 0));
}
