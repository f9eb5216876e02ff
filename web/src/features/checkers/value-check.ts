import type { ScreenFields } from '#contract/screens.ts';

interface Pattern {
  source: string;
  flags: string;
}

/** What a check value looks for: a text, a pattern, or either of them where a text looks like a pattern (product §6). */
export interface SoughtValue {
  text: string | null;
  pattern: Pattern | null;
}

/** `/…/flags`, as the server reads it. */
const WRITTEN_PATTERN = /^\/(.+)\/([dgimsuvy]*)$/s;
/** What the server takes for a pattern without slashes: an anchor, an escape, a class, a group with a choice, a repeated dot. */
const LIKE_A_PATTERN = /^\^|\\[\w.^$*+?()[\]{}|/-]|\[[^\]]+\]|\([^)]*\||\.[*+?{]/;

/** Reads a check value; null: nothing is looked for. */
export function readCheckValue(value: string | null): SoughtValue | null {
  if (value === null || value === '') return null;
  const [, source, flags = ''] = WRITTEN_PATTERN.exec(value) ?? [];
  if (source !== undefined) return { text: null, pattern: { source, flags } };
  const pattern = { source: value, flags: 'm' };
  return { text: value, pattern: LIKE_A_PATTERN.test(value) && problemOf(pattern) === null ? pattern : null };
}

/** Why a pattern between slashes is none, in the browser's words; null: it is one, or there is none. */
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

/** What of a run is looked into. */
export interface RunTexts {
  runId: string;
  /** What was typed: the code, or the commands of a terminal. */
  commands: string;
  output: string;
}

/** The texts that a scope looks into (B §3): the commands, the output, or either. */
export function textsInScope(scope: ScreenFields['check_scope'], { commands, output }: Pick<RunTexts, 'commands' | 'output'>): string[] {
  if (scope === 'cmd') return [commands];
  return scope === 'stdout' ? [output] : [commands, output];
}
