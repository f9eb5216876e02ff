import type { PreviewResult, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import { finishRun } from './finish-run.ts';
import type { LearnerAnswer } from './learner-answer.ts';
import type { LearnerCalls } from './learner-calls.ts';

/** The verdict on an answer, with the run that decided it if the answer ran as a program. */
export interface AnswerVerdict extends PreviewVerdict {
  readonly run?: PreviewResult;
}

export interface JudgeOptions {
  /** Aborted when the answer was changed: then its verdict isn't wanted. */
  readonly signal: AbortSignal;
  /** The verdict waits for a run. */
  readonly onRun: () => void;
}

type JudgingCalls = Pick<LearnerCalls, 'answer' | 'runAnswer' | 'runResult' | 'stopRun'>;

/** Judges an answer to a question of a screen. One that isn't right by itself runs where the check of the screen decides. */
export async function judgeAnswer(
  calls: JudgingCalls,
  { screen, question }: { screen: number; question: number },
  answer: LearnerAnswer,
  { signal, onRun }: JudgeOptions,
): Promise<AnswerVerdict> {
  const verdict = await calls.answer(screen, question, answer);
  if (verdict.needs_run !== true || signal.aborted) return verdict;
  onRun();
  const first = await calls.runAnswer(screen, question, answer);
  const run = await finishRun(calls, first, { isLeft: () => signal.aborted, onPending: () => undefined });
  if (run === null) {
    // It may have ended since.
    if (first.status === 'pending') calls.stopRun(first.run_id).catch(() => undefined);
    return verdict;
  }
  const isCorrect = run.verdict?.is_correct === true;
  // The note is about the author's order, which is not the only right one.
  return { ...verdict, is_correct: isCorrect, note: null, run, ...(isCorrect && { success_html: run.verdict?.success_html }) };
}
