import { canonicalJson } from '#platform/content/content-hash.ts';
import { mergeFields, mergeWholeFields, type FieldsMerge } from '#platform/content/merge.ts';
import type { Sides } from './merge-conflicts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

/** What an item is known by, once it is changed: the text that people read first. */
const TITLES = ['label', 'text', 'answer', 'left'] as const;

/**
 * Merges two versions of fields, some of which are lists of objects: texts by line, lists item by item. Items added, removed or moved on
 * one side merge with edits of other items on the other; an item that both sides edited merges by field, unless any item was moved.
 */
export function mergeItemFields<F extends object>(base: F, mine: F, theirs: F): FieldsMerge<F> {
  return mergeLists({ base, mine, theirs }, mergeFields, mergePlaces);
}

/** The same, but without looking into texts and items: what both sides changed is a conflict. */
export function mergeWholeItemFields<F extends object>(base: F, mine: F, theirs: F): FieldsMerge<F> {
  return mergeLists({ base, mine, theirs }, mergeWholeFields, () => null);
}

function mergeLists<F extends object>(
  given: Sides<F>,
  merge: typeof mergeWholeFields,
  mergeTorn: (sides: Sides<readonly Item[]>) => Item[] | null,
): FieldsMerge<F> {
  const sides = { base: given.base as Fields, mine: given.mine as Fields, theirs: given.theirs as Fields };
  const lists = new Set(Object.keys(sides.mine).filter((field) => areItems(sides, field)));
  const plain = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, lists.has(field) ? itemsOf(value).map(canonicalJson) : value]),
    );
  const { merged, conflicts } = merge(plain(sides.base), plain(sides.mine), plain(sides.theirs));
  const placed = new Map(
    conflicts.flatMap(({ field }) => {
      const items = lists.has(field)
        ? mergeTorn({ base: itemsOf(sides.base[field]), mine: itemsOf(sides.mine[field]), theirs: itemsOf(sides.theirs[field]) })
        : null;
      return items ? [[field, items] as const] : [];
    }),
  );
  const read = (field: string, value: unknown) => (lists.has(field) ? (value as string[]).map((item) => JSON.parse(item) as Item) : value);
  return {
    merged: Object.fromEntries(Object.entries(merged).map(([field, value]) => [field, placed.get(field) ?? read(field, value)])) as F,
    conflicts: conflicts.flatMap(({ field }) =>
      placed.has(field) ? [] : [{ field, base: sides.base[field], mine: sides.mine[field], theirs: sides.theirs[field] }],
    ),
  };
}

/** Whether a field is a list of objects, as far as it has items. */
function areItems({ base, mine, theirs }: Sides<Fields>, field: string): boolean {
  const values = [base[field], mine[field], theirs[field]];
  return (
    values.every(Array.isArray) && values.flat().length > 0 && values.flat().every((item) => typeof item === 'object' && item !== null)
  );
}

function itemsOf(value: unknown): readonly Item[] {
  return value as readonly Item[];
}

/** Pairs each item with the one at its position; null if that is ambiguous, or if both sides changed an item differently. */
function mergePlaces({ base, mine, theirs }: Sides<readonly Item[]>): Item[] | null {
  if ([mine, theirs].some((side) => side.length !== base.length || hasMoved(base, side))) return null;
  const merges = base.flatMap((item, at) => {
    const [ours, other] = [mine[at], theirs[at]];
    return ours && other ? [mergeFields(item, ours, other)] : [];
  });
  return merges.some(({ conflicts }) => conflicts.length > 0) ? null : merges.map(({ merged }) => merged);
}

/** Whether an item of the base has moved, judging by its title. */
function hasMoved(base: readonly Item[], side: readonly Item[]): boolean {
  const titleOf = (item: Item | undefined) => TITLES.map((key) => item?.[key]).find((title) => title !== undefined);
  return side.some((item, at) => titleOf(item) !== titleOf(base[at]) && base.some((other) => titleOf(other) === titleOf(item)));
}
