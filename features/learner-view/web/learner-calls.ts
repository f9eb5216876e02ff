import { createContext, use } from 'react';
import type { PreviewCheck, PreviewRun, PreviewVerdict } from '#features/publishing/contract/previews.ts';

/** A judgement of code or of a terminal; null: an assessment, which is judged at the end. */
export type TaskVerdict = { readonly is_correct: boolean; readonly checks: readonly PreviewCheck[] } | null;

/**
 * What a lesson asks of the server. Visitors of a build and authors who preview unsaved edits have different calls, and see the same
 * page. Screens are given by number, from 1.
 */
export interface LearnerCalls {
  answer: (screen: number, question: number, picked: readonly number[]) => Promise<PreviewVerdict>;
  run: (screen: number, code: string, isSubmitted: boolean) => Promise<PreviewRun>;
  runResult: (runId: string) => Promise<PreviewRun>;
  stopRun: (runId: string) => Promise<unknown>;
  /** The beginning of a data file; null as text if it isn't text. */
  readFile: (name: string) => Promise<{ text: string | null; is_cut: boolean }>;
  /** Returns the path of the terminal's connection. */
  openTerminal: (screen: number, options: { restart: boolean; columns: number; rows: number }) => Promise<string>;
  checkTerminal: (screen: number, lines: string[]) => Promise<{ run_id: string | null; verdict: TaskVerdict }>;
  /** The message of an error that one of these calls threw. */
  errorText: (error: unknown) => string;
}

export const LearnerCallsContext = createContext<LearnerCalls | null>(null);

export function useLearnerCalls(): LearnerCalls {
  const calls = use(LearnerCallsContext);
  if (!calls) throw new Error('The lesson has no calls.');
  return calls;
}
