import type { EarlierCell } from '#platform/contract/runner-protocol.ts';

/** Code of the screens 1, 2, … of a lesson. */
export function earlierCells(...codes: readonly (string | Partial<EarlierCell>)[]): EarlierCell[] {
  return codes.map((cell, index) => ({
    name: `screen ${index + 1}`,
    code: '',
    may_fail: false,
    ...(typeof cell === 'string' ? { code: cell } : cell),
  }));
}
