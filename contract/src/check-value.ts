// Parses check values, for the server that judges by them and the editor that previews them.

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** What a check value matches: a text, a pattern, or either if the text looks like a pattern. */
export interface ParsedCheckValue {
  readonly text: string | null;
  readonly pattern: Pattern | null;
}

/** `/…/flags`. */
const WRITTEN_PATTERN = /^\/(.+)\/([dgimsuvy]*)$/s;
/** Rare in plain text: an anchor at the start, an escape, a class, a group with alternatives, a repeated dot. */
const LIKE_A_PATTERN = /^\^|\\[\w.^$*+?()[\]{}|/-]|\[[^\]]+\]|\([^)]*\||\.[*+?{]/;

/**
 * Parses a check value; null: there is nothing to match. `/…/flags` is a regular expression. Anything else is a text, and also a
 * regular expression if it looks like one; then ^ and $ match at line ends.
 */
export function readCheckValue(value: string | null): ParsedCheckValue | null {
  if (value === null || value === '') return null;
  const [, source, flags = ''] = WRITTEN_PATTERN.exec(value) ?? [];
  if (source !== undefined) return { text: null, pattern: { source, flags } };
  const pattern = { source: value, flags: 'm' };
  return { text: value, pattern: LIKE_A_PATTERN.test(value) && problemOf(pattern) === null ? pattern : null };
}

/** The engine's error message for an invalid pattern between slashes; null: it is valid, or there is none. */
export function patternProblem(sought: ParsedCheckValue | null): string | null {
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

/** Whether a text contains the value. @throws SyntaxError for an invalid pattern */
export function matchesCheckValue({ text: searched, pattern }: ParsedCheckValue, text: string): boolean {
  if (searched !== null && text.includes(searched)) return true;
  return pattern !== null && new RegExp(pattern.source, pattern.flags).test(text);
}
