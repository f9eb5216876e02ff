import { useState } from 'react';

/** A learner's progress. */
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

/** Keeps progress while the page is open. @param store Keeps it longer: read once, and written with every change. */
export function useProgress(store?: { read: () => Partial<Progress> | null; write: (progress: Progress) => void }): ProgressKeeper {
  const [now, setNow] = useState<Progress>(() => ({ ...NO_PROGRESS, ...store?.read() }));
  const change = (step: (before: Progress) => Progress) =>
    setNow((before) => {
      const after = step(before);
      if (after !== before) store?.write(after);
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
