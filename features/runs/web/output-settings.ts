import type { Language } from '#platform/contract/languages.ts';

/** What the output pane needs to know about the lesson and screen. */
export interface OutputSettings {
  language: Language | null;
  lessonId: number;
  /** The ids of the lesson's screens, in order. */
  screenIds: readonly number[];
  /** Number of SQL result rows to show. */
  maxRows: number;
  /** The checks are shown but never block the learner. */
  isExperimental: boolean;
  /** Show the files that a run writes (File viewer). */
  showsFiles: boolean;
}
