import { z } from 'zod';
import { canonicalJson } from './content-hash.ts';

/**
 * A kind of document that is stored as JSON and outlives the version that wrote it. Documents were validated when they were written:
 * reading one fills in what later versions added and checks no limits, so that a limit that is lowered later makes no document
 * unreadable.
 */
export interface DocumentKind<T extends object> {
  readonly schema: z.ZodObject;
  /** The fields of the first version. */
  readonly first: readonly string[];
  /** A stored document, with the default of each field that it lacks. @throws TypeError for what is no document */
  read(this: void, stored: unknown): T;
  /** What counts in its content hash: a field that was added later counts once it is not at its default, unless it never counts. */
  hashed(this: void, document: T): object;
  /** Validates a whole document that may come from an earlier version. */
  readonly completed: z.ZodType<T>;
}

/**
 * @param defaults of every field that may be missing; a field whose schema has a default needs no other.
 * @param first the fields of the first version, which count in content hashes whatever they are. This list never grows.
 * @param uncounted later fields that never count: what they say is not content.
 */
export function documentKind<T extends object>(
  schema: z.ZodObject,
  {
    defaults,
    first,
    uncounted = [],
  }: { readonly defaults?: Partial<T>; readonly first: readonly (keyof T & string)[]; readonly uncounted?: readonly (keyof T & string)[] },
): DocumentKind<T> {
  const standard = new Map<string, unknown>(
    Object.entries(schema.shape).flatMap(([key, field]) => {
      const own = z.safeParse(field, undefined);
      const value: unknown = defaults && key in defaults ? defaults[key as keyof T] : own.data;
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const later = new Set(Object.keys(schema.shape).filter((key) => !first.some((each) => each === key)));
  const isUncounted = new Set<string>(uncounted);
  const fill = (stored: unknown): T => {
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) throw new TypeError('A stored document is no object.');
    const missing = [...standard].filter(([key]) => !(key in stored));
    if (missing.length === 0) return stored as T;
    return { ...stored, ...structuredClone(Object.fromEntries(missing)) } as T;
  };
  return {
    schema,
    first,
    read: fill,
    hashed: (document) => {
      if (later.size === 0) return document;
      const entries = Object.entries(document).filter(
        ([key, value]) => !later.has(key) || (!isUncounted.has(key) && canonicalJson(value) !== canonicalJson(standard.get(key) ?? null)),
      );
      return Object.fromEntries(entries);
    },
    completed: z.preprocess(
      (given) => (typeof given === 'object' && given !== null && !Array.isArray(given) ? fill(given) : given),
      schema,
    ) as unknown as z.ZodType<T>,
  };
}
