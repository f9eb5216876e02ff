import type { VariableValue } from '#contract/variables.ts';

/** Floats are equal within this fraction of the larger one, or within this distance near zero. */
const RELATIVE_TOLERANCE = 1e-6;
const ABSOLUTE_TOLERANCE = 1e-8;

/** Strings represent numbers that JSON doesn't have: NaN equals NaN, an infinity only itself. */
export function sameFloat(one: number | string, other: number | string): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  const distance = Math.abs(one - other);
  return distance <= Math.max(RELATIVE_TOLERANCE * Math.max(Math.abs(one), Math.abs(other)), ABSOLUTE_TOLERANCE);
}

/** Whether a table treats a value as missing: pandas writes missing values as None, NaN or NaT. */
export function isMissing(value: VariableValue): boolean {
  return value.kind === 'none' || (value.kind === 'float' && value.value === 'nan') || (value.kind === 'date' && value.value === 'NaT');
}
