import type { FieldConflict } from '#platform/contract/errors.ts';
import { canonicalJson } from './content-hash.ts';
import { mergedLineEnd, withoutCarriageReturns } from './line-ends.ts';
import { mergeRegions, StepBudget, type Region } from './merge-regions.ts';

export type { Region } from './merge-regions.ts';

export interface FieldsMerge<F> {
  /** Every field; conflicting ones keep `mine`. */
  readonly merged: F;
  readonly conflicts: FieldConflict[];
}

/**
 * Merges two versions of the same fields. A field that only one side changed takes that side; equal changes are one; texts merge
 * by line, lists of plain values by element; anything else that both changed is a conflict. The conflicts don't depend on which
 * side is mine.
 *
 * @param budget for all texts together
 */
export function mergeFields<F extends object>(base: F, mine: F, theirs: F, budget = new StepBudget()): FieldsMerge<F> {
  return mergeEach(base, mine, theirs, (...sides) => mergeContent(...sides, budget));
}

/** The same, but without looking into texts and lists: those that both sides changed are conflicts. */
export function mergeWholeFields<F extends object>(base: F, mine: F, theirs: F): FieldsMerge<F> {
  return mergeEach(base, mine, theirs, () => null);
}

type Merge = (base: unknown, mine: unknown, theirs: unknown) => { value: unknown } | null;

function mergeEach<F extends object>(base: F, mine: F, theirs: F, merge: Merge): FieldsMerge<F> {
  const sides = { base: valuesOf(base), mine: valuesOf(mine), theirs: valuesOf(theirs) };
  const merged: [string, unknown][] = [];
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([...sides.mine.keys(), ...sides.theirs.keys(), ...sides.base.keys()])) {
    const values = { base: sides.base.get(field), mine: sides.mine.get(field), theirs: sides.theirs.get(field) };
    const result = mergeValue(values, merge);
    if (!result) conflicts.push({ field, ...values });
    const value = result ? result.value : values.mine;
    if (value !== undefined) merged.push([field, value]);
  }
  return { merged: Object.fromEntries(merged) as F, conflicts };
}

/**
 * Merges two versions of a text by line; null if both changed the same or adjacent lines differently. Another kind of line ends is no
 * change of a line: the merged text has one kind.
 */
export function mergeText(base: string, mine: string, theirs: string, budget = new StepBudget()): string | null {
  const lines = conflictRegions(base, mine, theirs, budget).map(chosen);
  return lines.includes(null) ? null : lines.flatMap((region) => region ?? []).join(mergedLineEnd(base, mine, theirs));
}

/**
 * Aligns the lines of two versions of a text, in order, for a page that lets users choose. The chosen lines of all regions,
 * joined by line feeds, are the text. Line ends are not compared.
 */
export function conflictRegions(base: string, mine: string, theirs: string, budget = new StepBudget()): Region[] {
  const linesOf = (text: string) => withoutCarriageReturns(text).split('\n');
  return mergeRegions(linesOf(base), linesOf(mine), linesOf(theirs), { budget });
}

function mergeValue({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', unknown>, merge: Merge): { value: unknown } | null {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine };
  if (isSame(base, mine)) return { value: theirs };
  return merge(base, mine, theirs);
}

function mergeContent(base: unknown, mine: unknown, theirs: unknown, budget: StepBudget): { value: unknown } | null {
  if (typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string') {
    const value = mergeText(base, mine, theirs, budget);
    return value === null ? null : { value };
  }
  if (isPlainList(base) && isPlainList(mine) && isPlainList(theirs)) {
    const value = mergeList(base, mine, theirs, budget);
    return value && { value };
  }
  return null;
}

/** The automatic resolution of a region; null: someone has to choose. */
function chosen(region: Region): readonly string[] | null {
  if (region.kind === 'conflict') return null;
  return region.kind === 'theirs' ? region.theirs : region.mine;
}

function mergeList(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[], budget: StepBudget): unknown[] | null {
  const [a, b, c] = [base.map(canonicalJson), mine.map(canonicalJson), theirs.map(canonicalJson)];
  const areSets = [a, b, c].every((list) => new Set(list).size === list.length);
  const parts = mergeRegions(a, b, c, { budget }).map((region) => chosen(region) ?? (areSets ? joinEdits(region) : null));
  if (parts.includes(null)) return null;
  const items = parts.flatMap((part) => part ?? []);
  // Moved on one side, and removed or moved elsewhere on the other: can't be resolved automatically.
  const isTorn = (item: string) => items.filter((each) => each === item).length > (b.includes(item) && c.includes(item) ? 1 : 0);
  if (areSets && a.some(isTorn)) return null;
  // Added on both sides in different positions: keep one.
  return (areSets ? [...new Set(items)] : items).map((item): unknown => JSON.parse(item));
}

/**
 * Resolves a range of a list without duplicates that both sides changed: possible if each side only added or only removed, and
 * none moved anything. A side that did both replaced something, and the other may have meant the same.
 */
function joinEdits({ base, mine, theirs }: Region): string[] | null {
  for (const side of [mine, theirs]) {
    const kept = base.filter((item) => side.includes(item));
    const common = side.filter((item) => base.includes(item));
    const hasAdded = side.length > common.length;
    const hasRemoved = kept.length < base.length;
    if ((hasAdded && hasRemoved) || kept.some((item, index) => item !== common[index])) return null;
  }
  const joined = mine.filter((item) => theirs.includes(item) || !base.includes(item));
  let at = 0;
  for (const item of theirs) {
    const place = joined.indexOf(item);
    if (place >= 0) at = place + 1;
    if (place >= 0 || base.includes(item)) continue;
    // Both added in one position: mine first.
    while (at < joined.length && !base.includes(joined[at] ?? '') && !theirs.includes(joined[at] ?? '')) at++;
    joined.splice(at++, 0, item);
  }
  return joined;
}

function valuesOf(fields: object): Map<string, unknown> {
  return new Map(Object.entries(fields));
}

function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => item === null || ['string', 'number', 'boolean'].includes(typeof item));
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || canonicalJson(a) === canonicalJson(b);
}
