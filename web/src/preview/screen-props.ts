import type { PreviewLesson, PreviewScreen } from '#contract/previews.ts';
import type { ProgressKeeper } from './progress.ts';

/** What a screen is shown with. */
export interface ScreenProps {
  lesson: PreviewLesson;
  screen: PreviewScreen;
  /** From 1. */
  place: number;
  progress: ProgressKeeper;
}
