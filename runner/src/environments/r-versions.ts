/** A required package and the versions that satisfy it. */
export interface RConstraint {
  readonly name: string;
  /** Null: any version. */
  readonly bound: { readonly operator: string; readonly version: string } | null;
}

const VERSION = /^\d+([.-]\d+)+$/;
const NAME = /^[A-Za-z][A-Za-z0-9.]*$/;

export function isRVersion(text: string): boolean {
  return VERSION.test(text);
}

export function isRName(text: string): boolean {
  return NAME.test(text);
}

/** Negative if `one` is older. Compares numerically as R does: 1.10 is newer than 1.9, and 1.2-3 equals 1.2.3. */
export function compareRVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? -1) - (right[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function satisfies(version: string, bound: RConstraint['bound']): boolean {
  if (bound === null) return true;
  const order = compareRVersions(version, bound.version);
  switch (bound.operator) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '<':
      return order < 0;
    default:
      return order === 0;
  }
}
