import type { Check } from '#contract/runs.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { matchPattern } from './match-pattern.ts';
import { shorten } from './short-text.ts';

const SHOWN_CHARACTERS = 200;
/** `/…/flags`. */
const WRITTEN_PATTERN = /^\/(.+)\/([dgimsuvy]*)$/s;
/** What a plain text hardly has: an anchor at its start, an escape, a class, a group with a choice, a repeated dot. */
const LIKE_A_PATTERN = /^\^|\\[\w.^$*+?()[\]{}|/-]|\[[^\]]+\]|\([^)]*\||\.[*+?{]/;

interface ValueCheck {
  /** `check_val` of the screen. */
  pattern: string;
  scope: ScreenFields['check_scope'];
  /** What was typed in the terminal; the code elsewhere. */
  commands: readonly string[];
  output: string;
}

/**
 * Looks for a value in what was typed, in what was printed, or in either (product §6).
 *
 * `/…/flags` is a regular expression. Anything else is a text, and where it looks like one a regular expression as well;
 * then ^ and $ are the ends of a line.
 */
export async function checkValue({ pattern, scope, commands, output }: ValueCheck): Promise<Check> {
  const texts = [...(scope === 'stdout' ? [] : [commands.join('\n')]), ...(scope === 'cmd' ? [] : [output])];
  const feedback = await problemOf(pattern, texts, scope);
  const result = {
    name: 'value',
    pass: feedback === null,
    expected: shorten(pattern, SHOWN_CHARACTERS),
    actual: shorten(texts.join('\n'), SHOWN_CHARACTERS),
    feedback,
    hints: [],
  };
  return { enabled: true, pass: result.pass, results: [result] };
}

async function problemOf(pattern: string, texts: readonly string[], scope: ValueCheck['scope']): Promise<string | null> {
  const written = WRITTEN_PATTERN.exec(pattern);
  if (!written && texts.some((text) => text.includes(pattern))) return null;
  if (!written && !LIKE_A_PATTERN.test(pattern)) return notFound(scope);
  const expression = compiled(written?.[1] ?? pattern, written?.[2] ?? 'm');
  if (expression === null) {
    return written ? 'This is a mistake in the lesson: the value to check is no regular expression.' : notFound(scope);
  }
  const isFound = await matchPattern(expression, texts);
  if (isFound === null) return 'This is a mistake in the lesson: looking for the value to check takes too long.';
  return isFound ? null : notFound(scope);
}

function compiled(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

function notFound(scope: ValueCheck['scope']): string {
  if (scope === 'cmd') return 'What is asked for was not found in your commands.';
  if (scope === 'stdout') return 'What is asked for was not found in the output.';
  return 'What is asked for was found neither in your commands nor in the output.';
}
