import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';

/** What the screens of a lesson hold, in characters of what is stored. */
export interface LessonSize {
  /** Texts, code and settings. */
  readonly texts: number;
  /** Questions, tests, and what was recorded: outputs, images and variables. */
  readonly attached: number;
}

/**
 * Most that the screens of a lesson may hold. Opening a lesson reads and sends all of it at once. A lesson of sixty screens has a tenth
 * of it.
 */
export const LESSON_SIZE_MAX: LessonSize = { texts: 5_000_000, attached: 20_000_000 };

/** Git may bring larger lessons. Up to here they can be opened, so that authors can take them apart. */
export const OPEN_SIZE_MAX: LessonSize = { texts: 4 * LESSON_SIZE_MAX.texts, attached: 4 * LESSON_SIZE_MAX.attached };

const NAMES = { texts: 'texts and code', attached: 'questions, tests and recorded outputs' } as const;

/** The size of screens that aren't stored yet. */
export function sizeOfScreens(screens: readonly ScreenContent[]): LessonSize {
  let [texts, attached] = [0, 0];
  for (const { fields, skills, questions, tests, answer_output, answer_variables } of screens) {
    texts += JSON.stringify(fields).length;
    attached += JSON.stringify({ skills, questions, tests, answer_output, answer_variables }).length;
  }
  return { texts, attached };
}

/** What is too large about a lesson, as a sentence; null: nothing. */
export function lessonSizeProblem(size: LessonSize, most: LessonSize = LESSON_SIZE_MAX): string | null {
  for (const part of ['texts', 'attached'] as const)
    if (size[part] > most[part])
      return `The ${NAMES[part]} of this lesson have ${megabytes(size[part])} MB; a lesson can have ${megabytes(most[part])} MB.`;
  return null;
}

/** Rounded up, so that what is too large never reads like the limit. */
function megabytes(characters: number): string {
  return String(Math.ceil(characters / 100_000) / 10);
}
