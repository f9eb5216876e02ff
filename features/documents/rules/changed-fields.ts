import { canonicalJson } from '#platform/content/content-hash.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields whose values differ, before and after. */
export function changedFields(before: object, after: object): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const [old, now] = [before as Fields, after as Fields];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((field) => !isSame(old[field], now[field]));
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: pick(old), after: pick(now) };
}

/** Whether two values are equal as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}
