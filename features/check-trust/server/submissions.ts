/** The submissions with which a screen's checks are examined. */

import type { AnswerVariable, ScreenFields } from '#features/screens/contract/screens.ts';
import type { Language } from '#platform/contract/languages.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import { shortcutsOf } from './shortcuts.ts';
import type { MutantKind } from './variants/tree-mutants.ts';
import type { RewriteKind } from './variants/tree-rewrites.ts';

/** Code to run on a screen, and what it is for. */
export type TriedSubmission =
  | { readonly role: 'answer'; readonly code: string }
  /** `name`: of the code, for people. */
  | { readonly role: 'unsolved'; readonly code: string; readonly name: string; readonly isOtherAnswer: boolean }
  | { readonly role: 'shortcut'; readonly code: string; readonly name: string }
  | { readonly role: 'mutant'; readonly code: string; readonly kind: MutantKind; readonly line: number; readonly isInFunction: boolean }
  | { readonly role: 'rewrite'; readonly code: string; readonly kind: RewriteKind; readonly line: number };

/** Another screen of the lesson. */
export interface Neighbor {
  readonly sequence: number;
  readonly answer_code: string;
}

const TOO_EXPENSIVE = 'An answer is too long to be examined: finding its variants takes too long. Shorten it, or examine other screens.';

/** Answers of this many screens before and after it are tried. */
const NEIGHBORS = 2;

/** Everything but the answer itself, which is run first. @throws AppError `refused` for an answer that is too long; `unavailable` */
export async function submissionsOf(
  language: Language,
  screen: Pick<ScreenFields, 'answer_code' | 'initial_code' | 'initially_passing'>,
  neighbors: readonly Neighbor[],
  variables: readonly AnswerVariable[] = [],
): Promise<TriedSubmission[]> {
  const { answer_code: answer, initial_code: initial } = screen;
  const isOther = (code: string) => code.trim() !== answer.trim();
  const unsolved = [
    ...(screen.initially_passing ? [] : [{ code: initial, name: 'The initial code', isOtherAnswer: false }]),
    ...(screen.initially_passing || initial.trim() === '' ? [] : [{ code: '', name: 'Empty code', isOtherAnswer: false }]),
    // An answer that this screen starts from is its initial code.
    ...neighbors
      .filter(({ answer_code }) => answer_code.trim() !== initial.trim())
      .map(({ sequence, answer_code }) => ({ code: answer_code, name: `The answer of screen ${sequence}`, isOtherAnswer: true })),
  ];
  const given = new Set(initial.split('\n').map((line) => line.trim()));
  const lines = answer.split('\n');
  // Learners get these lines, so they make no mistake in them.
  const variants = await requireTextTask('listVariants', [language, answer], TOO_EXPENSIVE);
  const mutants = variants.mutants.filter(({ line }) => !given.has(lines[line - 1]?.trim() ?? ''));
  return [
    ...unsolved
      .filter(({ code, isOtherAnswer }) => !isOtherAnswer || isOther(code))
      .map((each) => ({ role: 'unsolved' as const, ...each })),
    ...shortcutsOf(language, screen, variables).map((shortcut) => ({ role: 'shortcut' as const, ...shortcut })),
    ...mutants.map((variant) => ({ role: 'mutant' as const, ...variant })),
    ...variants.rewrites.map(({ kind, code, line }) => ({ role: 'rewrite' as const, kind, code, line })),
  ];
}

/** The nearest screens with an answer, nearest first. */
export function neighborsOf(sequence: number, screens: readonly Neighbor[]): Neighbor[] {
  return screens
    .filter((other) => other.sequence !== sequence && other.answer_code.trim() !== '')
    .toSorted((one, other) => Math.abs(one.sequence - sequence) - Math.abs(other.sequence - sequence))
    .slice(0, 2 * NEIGHBORS);
}
