import { ascii, asciiAt, harmlessRest, joined, viewOf, type Parts } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

const SIGNATURE = 8;
/** Chunks beside the necessary ones that decide how the image looks, or moves. */
const KEPT = new Set('cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT'.split(' '));

/** A PNG without metadata but its orientation. What follows its end is dropped too. */
export function cleanPng(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const kept: Parts = [bytes.subarray(0, SIGNATURE)];
  let at = SIGNATURE;
  while (at < bytes.length) {
    const length = at + 12 <= bytes.length ? view.getUint32(at) : Infinity;
    const end = at + 12 + length;
    const name = asciiAt(bytes, at + 4, 4);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(name)) {
      kept.push(harmlessRest(bytes, at));
      break;
    }
    const orientation = name === 'eXIf' ? readOrientation(bytes.subarray(at + 8, end - 4)) : 1;
    if (/^[A-Z]/.test(name) || KEPT.has(name)) kept.push(bytes.subarray(at, end));
    else if (orientation !== 1) kept.push(chunk('eXIf', orientationOnly(orientation)));
    if (name === 'IEND') break;
    at = end;
  }
  return joined(kept);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = joined([new Uint8Array(4), ascii(name), data, new Uint8Array(4)]);
  const view = viewOf(whole);
  view.setUint32(0, data.length);
  view.setUint32(whole.length - 4, crc32(whole.subarray(4, -4)));
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
