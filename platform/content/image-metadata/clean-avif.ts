import { asciiAt, viewOf } from './bytes.ts';

interface Box {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Files have some ten boxes and items. */
const MOST = 10_000;
/** Boxes with boxes inside, in which `udta` may be. */
const FILM = ['moov', 'trak'];

/**
 * An AVIF whose metadata is zeros: the places of all other data are stored in it, so nothing may move. The image itself says how it is to
 * be turned.
 */
export function cleanAvif(bytes: Uint8Array): Uint8Array {
  const clean = new Uint8Array(bytes);
  for (const { from, to } of metadataIn(bytes)) clean.fill(0, Math.max(0, from), Math.min(to, clean.length));
  return clean;
}

function metadataIn(bytes: Uint8Array): Range[] {
  const found: Range[] = [];
  const search = (from: number, to: number) => {
    for (const box of boxes(bytes, from, to)) {
      if (box.name === 'uuid' || box.name === 'udta') found.push(box);
      else if (FILM.includes(box.name)) search(box.from, box.to);
      // It begins with a version and flags.
      else if (box.name === 'meta') found.push(...itemsOfMetadata(bytes, box.from + 4, box.to));
    }
  };
  try {
    search(0, bytes.length);
  } catch (error) {
    // The file is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** Boxes of the ISO base media format: a size, a name, the content. */
function* boxes(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes);
  let at = from;
  for (let count = 0; at + 8 <= to && count < MOST; count++) {
    const short = view.getUint32(at);
    const isLong = short === 1;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) return;
    yield { name: asciiAt(bytes, at + 4, 4), from: at + head, to: Math.min(at + size, to) };
    at += size;
  }
}

/** Where the Exif and XMP data is that a box `meta` lists. */
function itemsOfMetadata(bytes: Uint8Array, from: number, to: number): Range[] {
  const inside = [...boxes(bytes, from, to)];
  const [names, places, data] = ['iinf', 'iloc', 'idat'].map((name) => inside.find((box) => box.name === name));
  if (!names || !places) return [];
  const ids = metadataIds(bytes, names);
  return itemPlaces(bytes, places, data?.from ?? 0)
    .filter(({ id }) => ids.has(id))
    .flatMap(({ ranges }) => ranges);
}

function metadataIds(bytes: Uint8Array, { from, to }: Box): Set<number> {
  const view = viewOf(bytes);
  const ids = new Set<number>();
  const start = from + 4 + (view.getUint8(from) === 0 ? 2 : 4);
  for (const item of boxes(bytes, start, to)) {
    if (item.name !== 'infe') continue;
    const isLong = view.getUint8(item.from) >= 3;
    const at = item.from + 4;
    const type = asciiAt(bytes, at + (isLong ? 6 : 4), 4);
    if (type === 'Exif' || type === 'mime') ids.add(isLong ? view.getUint32(at) : view.getUint16(at));
  }
  return ids;
}

function itemPlaces(bytes: Uint8Array, { from }: Box, data: number): { id: number; ranges: Range[] }[] {
  const reader = new Reader(bytes, from);
  const version = reader.read(1);
  reader.read(3);
  const sizes = reader.read(2);
  const [offset, length, base, index] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [number, number, number, number];
  const count = Math.min(reader.read(version < 2 ? 2 : 4), MOST);
  return Array.from({ length: count }, () => {
    const id = reader.read(version < 2 ? 2 : 4);
    // Offsets count from the start of the file, or of the data in this box.
    const isInBox = version > 0 && (reader.read(2) & 15) === 1;
    reader.read(2);
    const start = reader.read(base) + (isInBox ? data : 0);
    const parts = Math.min(reader.read(2), MOST);
    const ranges = Array.from({ length: parts }, () => {
      if (version > 0) reader.read(index);
      const at = start + reader.read(offset);
      const size = reader.read(length);
      return { from: at, to: size === 0 ? bytes.length : at + size };
    });
    return { id, ranges };
  });
}

/** Reads numbers one after the other. @throws RangeError beyond the end */
class Reader {
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = viewOf(bytes);
    this.#at = at;
  }

  read(size: number): number {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + this.#view.getUint8(this.#at++);
    return value;
  }
}
