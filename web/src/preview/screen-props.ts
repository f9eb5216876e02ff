import type { PreviewLesson, PreviewScreen } from '#contract/previews.ts';
import type { ProgressKeeper } from './progress.ts';

export interface ScreenProps {
  lesson: PreviewLesson;
  screen: PreviewScreen;
  /** Counted from 1. */
  place: number;
  progress: ProgressKeeper;
}
