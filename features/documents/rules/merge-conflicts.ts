import { StepBudget } from '#platform/content/merge-regions.ts';
import { mergeFields } from '#platform/content/merge.ts';
import { isSame } from './changed-fields.ts';

/** About a second. */
const MOST_STEPS = 500_000_000;

/** A field that both sides changed in incompatible ways. */
export interface KeyedConflict {
  /** `lesson.{field}`, `screen.{uuid}.{field}`, `file.{path}` or `folder.{path}`. */
  readonly key: string;
  /** For people: `Screen 3 “Loops”: Instructions`. */
  readonly label: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The resolved values, by key. */
export type Decisions = Readonly<Record<string, unknown>>;

/** Two versions of something and their common base. */
export interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

function isLikeASide(value: unknown, { base, mine, theirs }: KeyedConflict): boolean {
  return [base, mine, theirs].some((side) => kindOf(side) === kindOf(value));
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Collects the conflicts of one merge, and applies decisions. */
export class MergeConflicts {
  readonly conflicts: KeyedConflict[] = [];
  readonly #decided: Decisions;
  /** For all texts of a lesson. */
  readonly #budget = new StepBudget(MOST_STEPS);

  constructor(decided: Decisions) {
    this.#decided = decided;
  }

  /** Returns the decision for a conflict if it has the right type; otherwise mine, and adds it to {@link conflicts}. */
  ask(place: KeyedConflict): unknown {
    const value = this.#decided[place.key];
    if (Object.hasOwn(this.#decided, place.key) && isLikeASide(value, place)) return value;
    this.conflicts.push(place);
    return place.mine;
  }

  /** Whether to keep something that one side deleted and the other changed. */
  askToKeep(key: string, label: string, has: { readonly mine: boolean; readonly theirs: boolean }): boolean {
    return (
      this.ask({ key: `${key}.kept`, label: `${label}: keep what one side deleted and the other changed`, base: true, ...has }) === true
    );
  }

  /** Merges by field; conflicts get keys below `prefix`. Without a base every difference is a conflict. */
  fields<F extends object>(
    prefix: string,
    labelOf: (field: string) => string,
    { base, mine, theirs }: Sides<F | null> & { mine: F; theirs: F },
  ): F {
    const { merged, conflicts } = mergeFields<Partial<F>>(base ?? {}, mine, theirs, this.#budget);
    const decided = conflicts.map(({ field, ...sides }) => [field, this.ask({ key: prefix + field, label: labelOf(field), ...sides })]);
    return { ...merged, ...Object.fromEntries(decided) } as F;
  }
}

interface Keyed<T> {
  readonly keyOf: (item: T) => string;
  /** Whether to keep an item that one side deleted and the other changed. */
  readonly keep: (item: T, has: { mine: boolean; theirs: boolean }) => boolean;
  readonly merge: (sides: { base: T | null; mine: T; theirs: T }) => T;
}

/** Merges lists whose items have a key. Returns the remaining items by key, in no particular order. */
export function mergeKeyed<T>(sides: Sides<readonly T[]>, { keyOf, keep, merge }: Keyed<T>): Map<string, T> {
  const byKey = (items: readonly T[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [base, mine, theirs] = [byKey(sides.base), byKey(sides.mine), byKey(sides.theirs)];
  const stay = new Map<string, T>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [b, m, t] = [base.get(key), mine.get(key), theirs.get(key)];
    if (m !== undefined && t !== undefined) {
      stay.set(key, merge({ base: b ?? null, mine: m, theirs: t }));
      continue;
    }
    const left = m ?? t;
    if (left === undefined) continue;
    const isNew = b === undefined;
    const isUntouched = !isNew && isSame(b, left);
    if (isNew || (!isUntouched && keep(left, { mine: m !== undefined, theirs: t !== undefined }))) stay.set(key, left);
  }
  return stay;
}

/**
 * Merges two orders of the same items. Items that only one side has come after their neighbor there, mine before theirs; items
 * not in `stay` are dropped. `isClear` is false if both moved items in different ways; the order is then mine.
 */
export function mergeOrder(sides: Sides<readonly string[]>, stay: { has(key: string): boolean }): { order: string[]; isClear: boolean } {
  const isCommon = (key: string) => sides.mine.includes(key) && sides.theirs.includes(key);
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((keys) => ({ order: keys.filter(isCommon) }));
  const { merged, conflicts } = mergeFields({ order: base?.order ?? [] }, { order: mine?.order ?? [] }, { order: theirs?.order ?? [] });
  const order = [...merged.order];
  insert(
    order,
    sides.mine.filter((key) => stay.has(key)),
  );
  insert(
    order,
    sides.theirs.filter((key) => stay.has(key)),
  );
  return { order, isClear: conflicts.length === 0 };
}

interface OrderedField extends Pick<KeyedConflict, 'key' | 'label'> {
  /** The label of an item. */
  readonly titleOf: (uuid: string) => string;
}

/**
 * The resolved order of items that both sides moved in different ways. Items are identified by title and the end of their uuid,
 * so that people can choose and the choice can be parsed; items missing from it keep their position after their neighbor in
 * `order`.
 */
export function resolveOrder(
  merger: MergeConflicts,
  { key, label, titleOf }: OrderedField,
  sides: Sides<readonly string[]>,
  order: readonly string[],
): string[] {
  const shown = (uuid: string) => `${titleOf(uuid)} · ${uuid.slice(-8)}`;
  const list = (uuids: readonly string[]) => uuids.filter((uuid) => order.includes(uuid)).map(shown);
  const chosen = merger.ask({ key, label, base: list(sides.base), mine: list(sides.mine), theirs: list(sides.theirs) });
  const listed = (Array.isArray(chosen) ? chosen.map(String) : []).flatMap((text) => order.find((uuid) => shown(uuid) === text) ?? []);
  return [...new Set([...listed, ...order])];
}

/** Inserts the items of `side` that `order` lacks after their predecessor there, and after those inserted by the other side. */
function insert(order: string[], side: readonly string[]): void {
  for (const [index, key] of side.entries()) {
    if (order.includes(key)) continue;
    let at = index === 0 ? 0 : order.indexOf(side[index - 1] ?? '') + 1;
    while (at < order.length && !side.includes(order[at] ?? '')) at++;
    order.splice(at, 0, key);
  }
}

/** Returns the result if only one side changed a value, or both equally; undefined: both changed it differently. */
export function unlessBothChanged<T>({ base, mine, theirs }: Sides<T>): { value: T } | undefined {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine };
  return isSame(base, mine) ? { value: theirs } : undefined;
}
