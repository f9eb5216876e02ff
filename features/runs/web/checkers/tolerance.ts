import type { CheckerArgument } from '../../contract/checkers.ts';

/** Positions of the tolerance slider. */
export const TOLERANCE = { first: 0, last: 8, standard: 4 } as const;

/** A float named eps or tolerance is shown as a slider. */
export function isTolerance({ name, type }: Pick<CheckerArgument, 'name' | 'type'>): boolean {
  return type === 'float' && /eps|tolerance/i.test(name);
}

/**
 * The label of a position: `1`, `1e-1` … `1e-7`, `0`. The argument itself is the position: the number of decimal places that must match.
 */
export function toleranceLabel(position: number): string {
  if (position === TOLERANCE.last) return '0';
  return position === TOLERANCE.first ? '1' : `1e-${position}`;
}

/** A position in words, with the argument as it is in the code. */
export function toleranceText(name: string, position: number): string {
  const code = `${name}=${position}`;
  if (position === TOLERANCE.last) return `${code}: numbers must be exactly equal.`;
  const places = position === 1 ? '1 decimal place must match' : `${position} decimal places must match`;
  return position === TOLERANCE.first
    ? `${code}: numbers may differ by 1.`
    : `${code}: ${places}, numbers may differ by ${toleranceLabel(position)}.`;
}
