import { canonicalJson } from '#platform/content/content-hash.ts';
import { StepBudget } from '#platform/content/merge-regions.ts';
import { mergeFields } from '#platform/content/merge.ts';
import { isSame } from './changed-fields.ts';

type Value = unknown;
type Fields = Readonly<Record<string, Value>>;

export interface Undone<F> {
  /** What can't be undone keeps its current value. */
  readonly fields: F;
  /** Paths of what was changed since in the same lines, such as `questions/<uuid>/question`. */
  readonly kept: string[];
}

/**
 * Undoes a change of fields. `before` and `after` are the changed fields only, `now` has all of them. Texts are undone by line, and items
 * of lists one by one: an item is known by its uuid, slug or name.
 */
export function undoFields<F extends object>(before: Fields, after: Fields, now: F): Undone<F> {
  const kept: string[] = [];
  const budget = new StepBudget();
  const current = now as Fields;
  const undone = Object.keys(after).map((field) => [
    field,
    undoValue(before[field], after[field], current[field], { path: field, kept, budget }),
  ]);
  return { fields: { ...now, ...Object.fromEntries(undone) } as F, kept };
}

interface Where {
  readonly path: string;
  readonly kept: string[];
  /** For all texts. */
  readonly budget: StepBudget;
}

const inside = (where: Where, key: string): Where => ({ ...where, path: `${where.path}/${key}` });

function undoValue(before: Value, after: Value, now: Value, where: Where): Value {
  if (isSame(now, after)) return before;
  // Undone by hand already.
  if (isSame(now, before) || isSame(before, after)) return now;
  const items = itemsOf(before, after, now);
  if (items) return items.now.map(([key, item]) => undoItem(items, key, item, inside(where, key)));
  if (isObject(before) && isObject(after) && isObject(now)) {
    const keys = new Set([...Object.keys(now), ...Object.keys(before)]);
    return Object.fromEntries([...keys].map((key) => [key, undoValue(before[key], after[key], now[key], inside(where, key))]));
  }
  const { merged, conflicts } = mergeFields<{ value: Value }>({ value: after }, { value: before }, { value: now }, where.budget);
  if (conflicts.length === 0) return merged.value;
  where.kept.push(where.path);
  return now;
}

interface Items {
  readonly before: ReadonlyMap<string, Value>;
  readonly after: ReadonlyMap<string, Value>;
  readonly now: readonly (readonly [string, Value])[];
}

/** Three lists of objects by key; null if the change added, removed or moved items, which can only be undone as a whole. */
function itemsOf(before: Value, after: Value, now: Value): Items | null {
  const [old, changed, current] = [keyed(before), keyed(after), keyed(now)];
  if (!old || !changed || !current) return null;
  if (canonicalJson([...old.keys()]) !== canonicalJson([...changed.keys()])) return null;
  return { before: old, after: changed, now: [...current] };
}

function undoItem({ before, after }: Items, key: string, now: Value, where: Where): Value {
  return after.has(key) ? undoValue(before.get(key), after.get(key), now, where) : now;
}

/** A list of objects by their uuids, slugs, names or, without one, positions. Null if it is something else. */
function keyed(list: Value): Map<string, Value> | null {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return null;
  const found = new Map(list.map((item: Fields, index) => [keyOf(item) ?? String(index), item as Value]));
  return found.size === list.length ? found : null;
}

function keyOf(item: Fields): string | undefined {
  return ['uuid', 'slug', 'name'].map((name) => item[name]).find((key) => typeof key === 'string');
}

function isObject(value: Value): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
