import { asciiAt, harmlessRest, joined, type Parts } from './bytes.ts';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
const KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** A GIF without comments and data of applications. What follows its end is dropped too. */
export function cleanGif(bytes: Uint8Array): Uint8Array {
  let at = 13 + colorsIn(bytes[10]);
  const kept: Parts = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === END) {
      kept.push(bytes.subarray(at, at + 1));
      break;
    }
    const start = kind === IMAGE ? at + 11 + colorsIn(bytes[at + 9]) : at + 2;
    const end = kind === IMAGE || kind === EXTENSION ? endOfBlocks(bytes, start) : null;
    if (end === null) {
      kept.push(harmlessRest(bytes, at));
      break;
    }
    if (kind === IMAGE || isImage(bytes, at)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return joined(kept);
}

function isImage(bytes: Uint8Array, at: number): boolean {
  const label = bytes[at + 1];
  return label !== COMMENT && (label !== APPLICATION || KEPT.has(asciiAt(bytes, at + 3, 11)));
}

/** The bytes of a table of colors. */
function colorsIn(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Blocks have their length before them; an empty one is the last. Null: the file ends before. */
function endOfBlocks(bytes: Uint8Array, start: number): number | null {
  for (let at = start; at < bytes.length; at += (bytes[at] ?? 0) + 1) if (bytes[at] === 0) return at + 1;
  return null;
}
