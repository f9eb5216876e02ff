import type { ResultCell } from '#contract/result-table.ts';
import { sameFloat } from './compare-scalars.ts';

/** Whether two cells of results have the same value: numbers as numbers, whatever their type. */
export function sameCell(one: ResultCell, other: ResultCell): boolean {
  const number = numberText(one);
  const otherNumber = numberText(other);
  if (number !== null && otherNumber !== null) return sameNumber(number, otherNumber);
  if (number !== null || otherNumber !== null) return false;
  if (isBlob(one) && isBlob(other)) return one.text === other.text && one.bytes === other.bytes && one.sha256 === other.sha256;
  return one === other;
}

const WHOLE = /^-?\d+$/;

function sameNumber(one: string, other: string): boolean {
  // Whole numbers may exceed JavaScript's exact range.
  if (WHOLE.test(one) && WHOLE.test(other)) return BigInt(one) === BigInt(other);
  const [first, second] = [Number(one), Number(other)];
  // NaN and infinities have no distance.
  if (!Number.isFinite(first) || !Number.isFinite(second)) return Object.is(first, second);
  return sameFloat(first, second);
}

function numberText(cell: ResultCell): string | null {
  if (typeof cell === 'number') return String(cell);
  return typeof cell === 'object' && cell !== null && cell.type !== 'blob' ? cell.text : null;
}

function isBlob(cell: ResultCell): cell is Extract<ResultCell, object> {
  return typeof cell === 'object' && cell !== null && cell.type === 'blob';
}
