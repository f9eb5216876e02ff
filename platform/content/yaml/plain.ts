/** The contents of YAML files as data. */
export type Plain = string | number | boolean | null | PlainList | PlainMap;
export interface PlainMap {
  readonly [key: string]: Plain;
}
export type PlainList = readonly Plain[];

export function isPlainMap(value: Plain | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isPlainList(value: Plain | undefined): value is PlainList {
  return Array.isArray(value);
}

/** Equal as data: the order of keys doesn't matter, that of lists does. */
export function isSamePlain(a: Plain | undefined, b: Plain | undefined): boolean {
  if (isPlainList(a) && isPlainList(b)) return a.length === b.length && a.every((item, index) => isSamePlain(item, b[index]));
  if (!isPlainMap(a) || !isPlainMap(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSamePlain(a[key], b[key]));
}

/**
 * `value` with keys in the order of `order` and without defaults, as a map is written. Keys in `always` are always written; keys
 * missing from `order` never are.
 */
export function withoutDefaults<T extends object>(value: T, order: T, always: readonly (keyof T)[] = []): PlainMap {
  const entries = new Map<string, Plain>(Object.entries(value));
  const kept: [string, Plain][] = [];
  for (const [key, standard] of Object.entries(order) as [string, Plain][]) {
    const given = entries.get(key);
    if (given !== undefined && (always.some((name) => name === key) || !isSamePlain(given, standard))) kept.push([key, given]);
  }
  return Object.fromEntries(kept);
}
