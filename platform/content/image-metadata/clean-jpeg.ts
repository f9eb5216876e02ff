import { ascii, asciiAt, harmlessRest, joined, viewOf, type Parts } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

const [START_OF_SCAN, END, EXIF, COMMENT] = [0xda, 0xd9, 0xe1, 0xfe];
const EXIF_NAME = 'Exif\0\0';
/** Segments of applications that decide how the image looks, by their marker and name. */
const KEPT: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

/** A JPEG without metadata but its orientation. What follows the end of the image, such as a video, is dropped too. */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const kept: Parts = [];
  let orientation: number | null = null;
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === END) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    const end = marker === undefined ? null : endOfSegment(view, at, marker);
    if (end === null || marker === undefined) {
      kept.push(harmlessRest(bytes, at));
      break;
    }
    const isExif = marker === EXIF && asciiAt(bytes, at + 4, EXIF_NAME.length) === EXIF_NAME;
    if (isExif) orientation ??= readOrientation(bytes.subarray(at + 4 + EXIF_NAME.length, end));
    if (isImage(bytes, at, marker)) kept.push(bytes.subarray(at, end));
    at = end;
    if (marker !== START_OF_SCAN) continue;
    const next = endOfScan(bytes, at);
    kept.push(bytes.subarray(at, next));
    at = next;
  }
  const exif = orientation === null || orientation === 1 ? [] : [exifSegment(orientation)];
  // The segment of JFIF comes first.
  const first = kept[0]?.[1] === 0xe0 ? 1 : 0;
  return joined([bytes.subarray(0, 2), ...kept.slice(0, first), ...exif, ...kept.slice(first)]);
}

/** Null: the file ends before. */
function endOfSegment(view: DataView, at: number, marker: number): number | null {
  if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return at + 2;
  if (marker === 0 || at + 4 > view.byteLength) return null;
  const length = view.getUint16(at + 2);
  return length < 2 || at + 2 + length > view.byteLength ? null : at + 2 + length;
}

function isImage(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = KEPT[marker];
  return name !== undefined && asciiAt(bytes, at + 4, name.length) === name;
}

/** The data of a scan ends at a marker that isn't part of it. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function exifSegment(orientation: number): Uint8Array {
  const data = joined([ascii(EXIF_NAME), orientationOnly(orientation)]);
  return joined([Uint8Array.of(0xff, EXIF, 0, data.length + 2), data]);
}
