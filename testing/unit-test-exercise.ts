import type { Language } from '#platform/contract/languages.ts';

/** A small exercise with unit tests: the answer passes all of them, the stub doesn't. */
export interface UnitTestExercise {
  readonly name: string;
  readonly language: Language;
  readonly module: string;
  readonly answer: string;
  readonly stub: string;
  readonly tests: string;
}
