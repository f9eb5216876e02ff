/** A problem in an input and its path. */
export interface Problem {
  path: string;
  message: string;
}

/** No valid input is nested this deeply or has this many values. */
const BOUNDS = { depth: 64, values: 100_000 } as const;

/**
 * Returns the first value that no schema may see: nesting or a count that would cost unbounded time, or text that
 * PostgreSQL can't store (NUL, unpaired surrogates). Null if there is none. Visits each value once.
 */
export function findUnboundedInput(value: unknown, bounds: { readonly depth: number; readonly values: number } = BOUNDS): Problem | null {
  let left = bounds.values;
  // The path is built while returning from a finding: carrying it along would cost every value its depth.
  const look = (at: unknown, depth: number): Found | null => {
    if (typeof at === 'string') return isStorable(at) ? null : { reversed: [], kind: 'text' };
    if (typeof at !== 'object' || at === null || ArrayBuffer.isView(at)) return null;
    if (depth === bounds.depth) return { reversed: [], kind: 'depth' };
    for (const key in at) {
      if (!Object.hasOwn(at, key)) continue;
      if (--left < 0) return { reversed: [], kind: 'values' };
      if (!isStorable(key)) return { reversed: [], kind: 'text' };
      const found = look((at as Record<string, unknown>)[key], depth + 1);
      if (found === null) continue;
      if (found.kind === 'text') found.reversed.push(key);
      return found;
    }
    return null;
  };
  const found = look(value, 0);
  if (found === null) return null;
  if (found.kind === 'depth') return { path: '', message: `The input is nested more than ${bounds.depth} levels deep.` };
  if (found.kind === 'values') return { path: '', message: `The input has more than ${bounds.values} values.` };
  const path = found.reversed.toReversed().join('.') || 'The body';
  return { path, message: `${path} contains characters that cannot be stored.` };
}

interface Found {
  readonly reversed: string[];
  readonly kind: 'depth' | 'values' | 'text';
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
