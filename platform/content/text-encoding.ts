import { isUtf8 } from './text-file.ts';

/** Bytes that Windows-1252 doesn't have, and control characters that no text has. */
const NOT_WINDOWS = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x7f]);
const LINES_AND_TABS = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** The encoding that a text file probably has; null: it is UTF-8, as everything expects. `other`: no encoding that is recognized. */
export function foreignEncoding(bytes: Uint8Array): 'UTF-16' | 'Windows-1252' | 'other' | null {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'UTF-16';
  if (bytes.includes(0)) return isUtf16(bytes) ? 'UTF-16' : 'other';
  if (isUtf8(bytes)) return null;
  return bytes.every((byte) => (byte >= 0x20 || LINES_AND_TABS.has(byte)) && !NOT_WINDOWS.has(byte)) ? 'Windows-1252' : 'other';
}

/** Latin text has a zero in every other byte. */
function isUtf16(bytes: Uint8Array): boolean {
  const counts = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 4_096).entries()) if (byte === 0) counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = counts;
  return Math.min(even, odd) === 0 && Math.max(even, odd) * 4 > Math.min(bytes.length, 4_096);
}
