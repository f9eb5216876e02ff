import { useState } from 'react';
import type { PreviewLesson } from '#contract/previews.ts';
import { remember, remembered } from './calls.ts';

/** A learner's progress, stored for this tab. */
export interface Progress {
  /** Numbers of the screens that are read or solved. */
  readonly done: readonly number[];
  /** Entered code, by screen. */
  readonly code: Readonly<Record<string, string>>;
  /** Selected options, by `screen/question`. */
  readonly picked: Readonly<Record<string, readonly number[]>>;
  /** The last submission of each code screen, for handing in. */
  readonly runs: Readonly<Record<string, string>>;
}

const NO_PROGRESS: Progress = { done: [], code: {}, picked: {}, runs: {} };

export interface ProgressKeeper {
  readonly now: Progress;
  finish(screen: number): void;
  keepCode(screen: number, code: string): void;
  pick(screen: number, question: number, picked: readonly number[]): void;
  submit(screen: number, runId: string): void;
}

/** Keeps progress across reloads; another build starts over. */
export function useProgress({ build_number }: Pick<PreviewLesson, 'build_number'>, token: string): ProgressKeeper {
  const name = `preview-${token.slice(0, 12)}-${build_number}`;
  const [now, setNow] = useState<Progress>(() => ({ ...NO_PROGRESS, ...(remembered(name) as Partial<Progress> | null) }));
  const change = (step: (before: Progress) => Progress) =>
    setNow((before) => {
      const after = step(before);
      remember(name, after);
      return after;
    });
  return {
    now,
    finish: (screen) => change((before) => (before.done.includes(screen) ? before : { ...before, done: [...before.done, screen] })),
    keepCode: (screen, code) => change((before) => ({ ...before, code: { ...before.code, [screen]: code } })),
    pick: (screen, question, picked) =>
      change((before) => ({ ...before, picked: { ...before.picked, [`${screen}/${question}`]: picked } })),
    submit: (screen, runId) => change((before) => ({ ...before, runs: { ...before.runs, [screen]: runId } })),
  };
}
