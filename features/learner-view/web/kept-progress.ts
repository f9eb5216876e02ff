import { type Progress, withoutScreen } from './progress.ts';

interface Kept {
  progress: Partial<Progress>;
  /** What the code of screens began with, by number. */
  readonly initialCode: Map<number, string>;
}

/** What authors tried in the previews of their lessons, by lesson and draw, until the page is loaded again. */
const kept = new Map<string, Kept>();

/**
 * Where the preview of a lesson keeps what its author tries, so that it is there again on other screens and after closing it. What was done on a screen
 * is forgotten once its code begins with something else. With another draw, everything is another task.
 */
export function keptProgress(
  { lessonId, drawNumber }: { lessonId: number; drawNumber: number },
  { number, initialCode }: { number: number; initialCode: string },
) {
  const key = `${lessonId}/${drawNumber}`;
  const own: Kept = kept.get(key) ?? { progress: {}, initialCode: new Map() };
  kept.set(key, own);
  return {
    read: (): Partial<Progress> => {
      if ((own.initialCode.get(number) ?? initialCode) !== initialCode) own.progress = withoutScreen(own.progress, number);
      own.initialCode.set(number, initialCode);
      return own.progress;
    },
    write: (progress: Progress) => {
      own.progress = progress;
    },
    current: (): Partial<Progress> => own.progress,
  };
}
