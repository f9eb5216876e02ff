import { CODE_GAP } from '#platform/contract/code-pieces.ts';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';
import { listing } from './as-markdown.ts';
import { kindOf } from './kinds.ts';
import type { QuestionTask } from './tasks.ts';

/**
 * The code that learners read in a task, by path, as Markdown. Rendered, it has the colors that code in texts has; the `ask` of a kind cuts
 * it at its gaps.
 */
export function codeListings(task: QuestionTask, language: Language | null): Readonly<Record<string, string>> {
  if (language === null) return {};
  const { fence } = LANGUAGES[language];
  const written = Object.entries(kindOf(task).listings?.(task) ?? {});
  const listed = written.filter(([, pieces]) => !pieces.some((piece) => piece.includes(CODE_GAP)));
  return Object.fromEntries(listed.map(([path, pieces]) => [path, listing(pieces.join(CODE_GAP), fence)]));
}
