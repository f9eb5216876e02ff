import type { TrustReport } from '#features/check-trust/contract.ts';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import type { ScreenRuns } from '#features/tests/server/index.ts';

/** A lesson of a clone whose code is to run. */
export interface ClonedLesson {
  /** Its folder below `lessons/`. */
  readonly folder: string;
  readonly lesson: LessonContent;
}

/** How the code of a screen runs and is judged. */
export interface ScreenCode extends Omit<ScreenRuns, 'run'> {
  /** @param inputs The lines that the code reads; empty: those of the screen. @throws AppError `unavailable` if nothing can run it */
  readonly run: (code: string, inputs: string) => ReturnType<ScreenRuns['run']>;
  /** What a finding about its verdict is recognized by: with it an accepted finding stays accepted. */
  readonly state: string;
  /** Examines its checks; null: that doesn’t run here, or there is nothing to examine. */
  readonly examine: (repeats: number) => Promise<TrustReport | null>;
}

/** What can run the code of lessons: this machine, or a server. */
export interface CodePlace {
  /** Screens that run at once. */
  readonly atOnce: number;
  /** The code of a lesson's screens by their folders; a text: why the lesson can't run here. */
  readonly open: (lesson: ClonedLesson, signal: AbortSignal) => Promise<((folder: string) => ScreenCode | string) | string>;
  readonly close: () => Promise<void>;
}
