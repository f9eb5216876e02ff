import { viewOf } from './bytes.ts';

const ORIENTATION = 0x0112;
const SHORT = 3;
/** Files have some twenty tags. */
const MOST_TAGS = 1_000;

/** How a photograph is to be turned, from its Exif data in the form of TIFF: 1 (as it is) to 8. Damaged data says nothing. */
export function readOrientation(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1;
  const view = viewOf(tiff);
  const isLittle = tiff[0] === 0x49;
  if (view.getUint16(2, isLittle) !== 42) return 1;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const count = Math.min(view.getUint16(start, isLittle), MOST_TAGS);
  for (let tag = 0; tag < count; tag++) {
    const at = start + 2 + tag * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(at + 2, isLittle) === SHORT ? view.getUint16(at + 8, isLittle) : 1;
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data that says how a photograph is to be turned, and nothing else. */
export function orientationOnly(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26);
  const view = viewOf(tiff);
  tiff.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, 8, true);
  view.setUint16(8, 1, true);
  view.setUint16(10, ORIENTATION, true);
  view.setUint16(12, SHORT, true);
  view.setUint32(14, 1, true);
  view.setUint16(18, orientation, true);
  return tiff;
}
