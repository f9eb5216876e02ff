import type { PreviewLesson, PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { ProgressKeeper } from './progress.ts';

/** What screens need to know of their lesson. */
export type ScreenLesson = Pick<PreviewLesson, 'language' | 'is_assessment' | 'sql_max_rows' | 'files'>;

export interface ScreenProps {
  lesson: ScreenLesson;
  screen: PreviewScreen;
  /** Counted from 1. */
  number: number;
  progress: ProgressKeeper;
}
