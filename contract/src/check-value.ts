// How a check value is read (product §6), in one place: the editor tries what the server will judge by.

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** What a check value looks for: a text, a pattern, or either of them where a text looks like a pattern. */
export interface SoughtValue {
  readonly text: string | null;
  readonly pattern: Pattern | null;
}

/** `/…/flags`. */
const WRITTEN_PATTERN = /^\/(.+)\/([dgimsuvy]*)$/s;
/** What a plain text hardly has: an anchor at its start, an escape, a class, a group with a choice, a repeated dot. */
const LIKE_A_PATTERN = /^\^|\\[\w.^$*+?()[\]{}|/-]|\[[^\]]+\]|\([^)]*\||\.[*+?{]/;

/**
 * Reads a check value; null: nothing is looked for. `/…/flags` is a regular expression. Anything else is a text, and where it
 * looks like one a regular expression as well; then ^ and $ are the ends of a line.
 */
export function readCheckValue(value: string | null): SoughtValue | null {
  if (value === null || value === '') return null;
  const [, source, flags = ''] = WRITTEN_PATTERN.exec(value) ?? [];
  if (source !== undefined) return { text: null, pattern: { source, flags } };
  const pattern = { source: value, flags: 'm' };
  return { text: value, pattern: LIKE_A_PATTERN.test(value) && problemOf(pattern) === null ? pattern : null };
}

/** Why a pattern between slashes is none, in the engine's words; null: it is one, or there is none. */
export function patternProblem(sought: SoughtValue | null): string | null {
  return sought === null || sought.pattern === null ? null : problemOf(sought.pattern);
}

function problemOf({ source, flags }: Pattern): string | null {
  try {
    ''.match(new RegExp(source, flags));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression:\s*/, '') : String(error);
  }
}

/** True when a text holds what is looked for. @throws SyntaxError for a pattern that is none. */
export function holdsValue({ text: wanted, pattern }: SoughtValue, text: string): boolean {
  if (wanted !== null && text.includes(wanted)) return true;
  return pattern !== null && new RegExp(pattern.source, pattern.flags).test(text);
}
