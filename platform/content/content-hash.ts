import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The SHA-256 of a JSON value in hexadecimal, independent of key order. Keys with an undefined value count as absent.
 * Synchronous, and the same in Node and the browser.
 *
 * @throws TypeError for values without a JSON form: functions, cycles, NaN, infinities
 */
export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** JSON with sorted keys and no white space; equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

function write(value: unknown, parents: readonly object[]): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}.`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}.`);
  if (parents.includes(value)) throw new TypeError('JSON has no cycles.');
  const inside = [...parents, value];
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null, inside)).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, inside)}`).join(',')}}`;
}
