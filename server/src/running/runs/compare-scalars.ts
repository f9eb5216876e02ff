import type { VariableValue } from '#contract/variables.ts';

/** Floats are equal within this part of the larger one, or within this distance near zero. */
const RELATIVE_TOLERANCE = 1e-6;
const ABSOLUTE_TOLERANCE = 1e-8;

/** Texts stand for what JSON has no number for: NaN equals NaN, an infinity equals only itself. */
export function sameFloat(one: number | string, other: number | string): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  const distance = Math.abs(one - other);
  return distance <= Math.max(RELATIVE_TOLERANCE * Math.max(Math.abs(one), Math.abs(other)), ABSOLUTE_TOLERANCE);
}

/** A value that a table takes for absent: pandas writes one and the same thing as None, NaN and NaT. */
export function isMissing(value: VariableValue): boolean {
  return value.kind === 'none' || (value.kind === 'float' && value.value === 'nan') || (value.kind === 'date' && value.value === 'NaT');
}
