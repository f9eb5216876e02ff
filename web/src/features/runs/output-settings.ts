import type { Language } from '#contract/lessons.ts';

/** What the output pane must know of the lesson and the screen. */
export interface OutputSettings {
  language: Language | null;
  /** Rows of a result of sql that are kept. */
  maxRows: number;
  /** The checks are shown and never block. */
  isExperimental: boolean;
  /** The files that a run leaves are shown (A §9, File viewer). */
  showsFiles: boolean;
}
