import { ascii, asciiAt, harmlessRest, joined, viewOf, type Parts } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

const HEADER = 12;
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of the chunk VP8X. */
const [HAS_XMP, HAS_EXIF] = [0x04, 0x08];

/** A WebP without metadata but its orientation. What follows its end is dropped too. */
export function cleanWebp(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const kept: Parts = [];
  let orientation = 1;
  const last = Math.min(bytes.length, view.getUint32(4, true) + 8);
  let at = HEADER;
  while (at < last) {
    const length = at + 8 <= last ? view.getUint32(at + 4, true) : Infinity;
    if (at + 8 + length > last) {
      kept.push(harmlessRest(bytes.subarray(0, last), at));
      break;
    }
    const name = asciiAt(bytes, at, 4);
    // Chunks have an even length.
    const end = Math.min(last, at + 8 + length + (length % 2));
    if (name === 'EXIF') orientation = orientationOf(bytes.subarray(at + 8, at + 8 + length));
    if (KEPT.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const hasHeader = kept[0] !== undefined && asciiAt(kept[0], 0, 4) === 'VP8X' && kept[0].length > 8;
  if (hasHeader && orientation !== 1) kept.push(exifChunk(orientation));
  if (hasHeader) kept[0] = withFlags(kept[0] ?? new Uint8Array(), orientation !== 1);
  const whole = joined([bytes.subarray(0, HEADER), ...kept]);
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return whole;
}

/** Some programs write the name that Exif data has in a JPEG. */
function orientationOf(data: Uint8Array): number {
  return readOrientation(asciiAt(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data);
}

function exifChunk(orientation: number): Uint8Array {
  const data = orientationOnly(orientation);
  const size = new Uint8Array(4);
  viewOf(size).setUint32(0, data.length, true);
  return joined([ascii('EXIF'), size, data]);
}

function withFlags(header: Uint8Array, hasExif: boolean): Uint8Array {
  const flags = (header[8] ?? 0) & ~(HAS_XMP | HAS_EXIF);
  return joined([header.subarray(0, 8), Uint8Array.of(flags | (hasExif ? HAS_EXIF : 0)), header.subarray(9)]);
}
