import type { PreviewLesson, PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { ProgressKeeper } from './progress.ts';
import type { ShownVerdict } from './shown-verdict.ts';

/** What screens need to know of their lesson. */
export type ScreenLesson = Pick<PreviewLesson, 'language' | 'text_language' | 'is_assessment' | 'sql_max_rows' | 'files'>;

export interface ScreenProps {
  lesson: ScreenLesson;
  screen: PreviewScreen;
  /** Counted from 1. */
  number: number;
  progress: ProgressKeeper;
  /** Takes the last verdict on code, for where it isn't in sight; null: there is none any more. */
  onVerdict?: ((verdict: ShownVerdict | null) => void) | undefined;
}

/** Props of the code or terminal of a screen. */
export interface TaskProps extends ScreenProps {
  /** The code was the last task of the screen, so its verdict has what the author says once the screen is solved. */
  isLastSolved: boolean;
  onSolved: () => void;
}
