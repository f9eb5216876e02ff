import { contentHash } from './content-hash.ts';

/**
 * A replacement for a missing uuid: always the same for the same `seed`, so that repeated reads find the same lesson. RFC 9562
 * version 8.
 */
export function derivedUuid(...seed: readonly (string | number)[]): string {
  const hash = contentHash(seed);
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(16), 16) % 4);
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, variant + hash.slice(17, 20), hash.slice(20, 32)].join('-');
}

/** Whether {@link derivedUuid} may have made it: other uuids have another version. */
export function isDerivedUuid(uuid: string): boolean {
  return uuid.charAt(14) === '8';
}
