import { createContext, use } from 'react';
import type { PreviewCheck, PreviewGrade, PreviewRun, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { LearnerAnswer } from './learner-answer.ts';

/** A judgement of code or of a terminal; null: an assessment, which is judged at the end. */
export type TaskVerdict = {
  readonly is_correct: boolean;
  readonly checks: readonly PreviewCheck[];
  readonly success_html?: SafeHtml | undefined;
} | null;

/** What a learner hands in. */
export interface Submission {
  readonly answers: { screen: number; question: number; picked: number[]; given: string[] }[];
  /** The last submitted run of each code screen, or the last check of its terminal. */
  readonly runs: { screen: number; run_id: string }[];
}

/**
 * What a lesson asks of the server. Visitors of a build and authors who preview unsaved edits have different calls, and see the same
 * page. Screens are given by number, from 1.
 */
export interface LearnerCalls {
  answer: (screen: number, question: number, answer: LearnerAnswer) => Promise<PreviewVerdict>;
  /** Runs an answer that isn't right by itself, where its verdict says so. */
  runAnswer: (screen: number, question: number, answer: LearnerAnswer) => Promise<PreviewRun>;
  /** @param inputs what a run that isn't submitted reads in place of the screen's input; undefined: that */
  run: (screen: number, code: string, isSubmitted: boolean, inputs?: string) => Promise<PreviewRun>;
  runResult: (runId: string) => Promise<PreviewRun>;
  stopRun: (runId: string) => Promise<unknown>;
  /** The answer of a screen's code, once it is solved or was tried often enough. */
  solution: (screen: number) => Promise<{ code: string }>;
  /** The beginning of a data file; null as text if it isn't text. */
  readFile: (name: string) => Promise<{ text: string | null; is_cut: boolean }>;
  /** Returns the path of the terminal's connection. */
  openTerminal: (screen: number, options: { restart: boolean; columns: number; rows: number }) => Promise<string>;
  checkTerminal: (screen: number, lines: string[]) => Promise<{ run_id: string | null; verdict: TaskVerdict }>;
  /** Grades an assessment; null: it can't be handed in here. */
  grade: ((submission: Submission) => Promise<PreviewGrade>) | null;
  /** Reports a problem with a screen to its authors; null: the viewer is an author. */
  report: ((screen: number, text: string) => Promise<unknown>) | null;
  /** The message of an error that one of these calls threw. */
  errorText: (error: unknown) => string;
}

export const LearnerCallsContext = createContext<LearnerCalls | null>(null);

export function useLearnerCalls(): LearnerCalls {
  const calls = use(LearnerCallsContext);
  if (!calls) throw new Error('The lesson has no calls.');
  return calls;
}
