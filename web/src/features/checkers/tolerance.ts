import type { CheckerArgument } from '#contract/checkers.ts';

/** B §5: positions of the slider of a tolerance. */
export const TOLERANCE = { first: 0, last: 8, standard: 4 } as const;

/** B §5: a float that is called eps or tolerance is a slider. */
export function isTolerance({ name, type }: Pick<CheckerArgument, 'name' | 'type'>): boolean {
  return type === 'float' && /eps|tolerance/i.test(name);
}

/**
 * What a position stands for: `1`, `1e-1` … `1e-7`, `0`. It is for people; the argument itself is the position, as the
 * number of decimal places that must agree.
 */
export function toleranceLabel(position: number): string {
  if (position === TOLERANCE.last) return '0';
  return position === TOLERANCE.first ? '1' : `1e-${position}`;
}
