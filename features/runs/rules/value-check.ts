/** Where a check value is searched, and when it counts: for the server that judges by it and the editor that previews it. */

import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { codeRegions, withBlanks } from '#platform/content/code/code-regions.ts';
import type { Language } from '#platform/contract/languages.ts';
import { composed } from '#platform/contract/same-text.ts';
import type { SearchedText } from '../contract/check-value.ts';

/** Longer code isn't parsed: it isn't written by hand, and the server would have to do it for each run. */
const MOST_PARSED = 20_000;

/** The texts of a run in which a value is searched. */
export interface ValueTexts {
  /** The learner's code, or the commands entered in a terminal. */
  readonly commands: string;
  readonly output: string;
  /** The code of the answer. */
  readonly answer: string;
}

/**
 * What {@link judgeValue} has to know: whether each of these texts has the value. A text whose letters or line ends are encoded in another
 * way is searched as it is, and composed.
 */
export function valueTexts(language: Language | null, texts: ValueTexts): SearchedText[] {
  const [commands, output, answer] = [composed(texts.commands), composed(texts.output), composed(texts.answer)];
  const isComposed = commands === texts.commands && output === texts.output;
  return [...searchedTexts(language, texts), ...(isComposed ? [] : searchedTexts(language, { commands, output, answer }))];
}

const SEARCHED = 5;

function searchedTexts(language: Language | null, { commands, output, answer }: ValueTexts): SearchedText[] {
  const written = withoutComments(language, commands);
  return [whole(output), written.plain, written.quoted, whole(commands), withoutComments(language, answer).plain];
}

/**
 * Whether a value counts where it was found. In a comment it never does; in a quoted text only if the answer doesn't have it outside of
 * quotes.
 *
 * @param found For each of {@link valueTexts}.
 * @returns `hidden`: it is only where it doesn't count
 */
export function judgeValue(scope: ScreenFields['check_scope'], found: readonly boolean[]): 'found' | 'hidden' | 'missing' {
  const isFound = (part: number) => found.some((each, at) => each && at % SEARCHED === part);
  const [inOutput, isPlain, isQuoted, isAnywhere, isPlainInAnswer] = [isFound(0), isFound(1), isFound(2), isFound(3), isFound(4)];
  if (scope !== 'cmd' && inOutput) return 'found';
  if (scope === 'stdout') return 'missing';
  if (isPlain || (isQuoted && !isPlainInAnswer)) return 'found';
  return isAnywhere ? 'hidden' : 'missing';
}

function whole(text: string): SearchedText {
  return { text, ignored: [] };
}

function withoutComments(language: Language | null, code: string): { plain: SearchedText; quoted: SearchedText } {
  const { comments, quoted } = language === null || code.length > MOST_PARSED ? { comments: [], quoted: [] } : codeRegions(language, code);
  const text = withBlanks(code, comments);
  return { plain: { text, ignored: quoted }, quoted: whole(text) };
}
