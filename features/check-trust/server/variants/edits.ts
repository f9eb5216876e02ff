/** A change of code at one place: `text` replaces the code from `from` to `to`. */
export interface Edit<Kind extends string = string> {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** It is inside of a function, so that it may change nothing that this run shows. */
  readonly isInFunction?: boolean;
}

/** Code with one change. */
export interface Variant<Kind extends string = string> {
  readonly kind: Kind;
  readonly code: string;
  /** The first line that changed, counted from 1. */
  readonly line: number;
  readonly isInFunction: boolean;
}

export function applyEdit(code: string, { from, to, text }: Edit): string {
  return code.slice(0, from) + text + code.slice(to);
}

/**
 * The variants of code that edits make: each once, none that equals the code, at most `most`, evenly by kind, in the order of
 * their lines.
 */
export function variantsOf<Kind extends string>(
  code: string,
  edits: readonly Edit<Kind>[],
  { most, isValid }: { most: number; isValid: (code: string) => boolean },
): Variant<Kind>[] {
  const seen = new Set([code.trimEnd()]);
  const byKind = new Map<Kind, ArrayIterator<Edit<Kind>>>();
  for (const [kind, some] of Map.groupBy(edits, ({ kind: each }) => each)) byKind.set(kind, some.values());
  const chosen: Variant<Kind>[] = [];
  // Each try parses all code.
  const tries = { left: most * TRIES };
  const canTry = (changed: string) => tries.left-- > 0 && isValid(changed);
  while (chosen.length < most && byKind.size > 0 && tries.left > 0) {
    for (const [kind, waiting] of byKind) {
      const variant = nextVariant(code, waiting, seen, canTry);
      if (variant === undefined) byKind.delete(kind);
      else if (chosen.length < most) chosen.push(variant);
    }
  }
  return chosen.toSorted((one, other) => one.line - other.line);
}

/** How many edits are tried for each variant that is wanted. */
const TRIES = 4;

/** Takes edits from the list until one makes a new, valid variant. */
function nextVariant<Kind extends string>(
  code: string,
  waiting: ArrayIterator<Edit<Kind>>,
  seen: Set<string>,
  isValid: (code: string) => boolean,
): Variant<Kind> | undefined {
  // The iterator of an array goes on where an earlier loop ended.
  for (const edit of waiting) {
    const changed = applyEdit(code, edit);
    if (seen.has(changed.trimEnd()) || !isValid(changed)) continue;
    seen.add(changed.trimEnd());
    const line = code.slice(0, edit.from).split('\n').length;
    return { kind: edit.kind, code: changed, line, isInFunction: edit.isInFunction === true };
  }
  return undefined;
}
