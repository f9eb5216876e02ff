import { useState } from 'react';
import type { PreviewGrade, PreviewLesson, PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { Given } from '#features/questions/contract/kinds/asks.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { LearnerAnswer } from './learner-answer.ts';

/** A learner's progress. */
export interface Progress {
  /** Numbers of the screens that are read or solved. */
  readonly done: readonly number[];
  /** Entered code, by screen. */
  readonly code: Readonly<Record<string, string>>;
  /** Selected options, by `screen/question`. */
  readonly picked: Readonly<Record<string, readonly number[]>>;
  /** Answers to questions besides multiple choice, by `screen/question`. */
  readonly given: Readonly<Record<string, Given>>;
  /** The last submission of each code screen, for handing in. */
  readonly runs: Readonly<Record<string, string>>;
  /** Finished tasks, by `screen/task`. */
  readonly tasks: readonly string[];
  /** How many submissions weren't right, by screen. */
  readonly tries: Readonly<Record<string, number>>;
  /** How many hints were revealed, by screen. */
  readonly hints: Readonly<Record<string, number>>;
  /** The result of an assessment that was handed in; null: not yet, or a new try. */
  readonly grade: PreviewGrade | null;
}

const NO_PROGRESS: Progress = { done: [], code: {}, picked: {}, given: {}, runs: {}, tasks: [], tries: {}, hints: {}, grade: null };

/** A question of a screen by its index, or the screen's code. */
export type Task = number | 'code';

/** What a screen asks of a learner. A terminal without checks only has to be there. */
export function tasksOf(
  { questions, can_run, is_checked }: Pick<PreviewScreen, 'questions' | 'can_run' | 'is_checked'>,
  { language }: Pick<PreviewLesson, 'language'>,
): Task[] {
  return [...questions.keys(), ...(can_run && (is_checked || !isTerminal(language)) ? (['code'] as const) : [])];
}

export interface ProgressKeeper {
  readonly now: Progress;
  finish(screen: number): void;
  /** A task is finished, or not any more. The screen is when all its tasks are. */
  setTask(screen: number, task: Task, state: { isDone: boolean; all: readonly Task[] }): void;
  keepCode(screen: number, code: string): void;
  answer(screen: number, question: number, answer: LearnerAnswer): void;
  submit(screen: number, runId: string): void;
  /** This many hints of a screen are revealed; never fewer than before. */
  revealHints(screen: number, count: number): void;
  /** A submission wasn't right. */
  countTry(screen: number): void;
  /** Keeps the result of an assessment. */
  handIn(grade: PreviewGrade): void;
  /** Restarts an assessment. */
  tryAgain(): void;
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
    answer: (screen, question, answer) => change((before) => withAnswer(before, `${screen}/${question}`, answer)),
    setTask: (screen, task, state) => change((before) => withTask(before, screen, task, state)),
    handIn: (grade) => change((before) => ({ ...before, grade })),
    tryAgain: () => change(() => NO_PROGRESS),
    revealHints: (screen, count) =>
      change((before) => ({ ...before, hints: { ...before.hints, [screen]: Math.max(count, before.hints[String(screen)] ?? 0) } })),
    countTry: (screen) =>
      change((before) => ({ ...before, tries: { ...before.tries, [screen]: (before.tries[String(screen)] ?? 0) + 1 } })),
    submit: (screen, runId) => change((before) => ({ ...before, runs: { ...before.runs, [screen]: runId } })),
  };
}

/** The answer to a question so far. */
export function answerTo({ picked, given }: Progress, screen: number, question: number): LearnerAnswer {
  const key = `${screen}/${question}`;
  return { picked: picked[key] ?? NO_ANSWER.picked, given: given[key] ?? NO_ANSWER.given };
}

/** Progress with an answer: the part of it that changed. */
function withAnswer(before: Progress, key: string, { picked, given }: LearnerAnswer): Progress {
  const hasPicked = picked !== (before.picked[key] ?? NO_ANSWER.picked);
  const hasGiven = given !== (before.given[key] ?? NO_ANSWER.given);
  return {
    ...before,
    ...(hasPicked && { picked: { ...before.picked, [key]: picked } }),
    ...(hasGiven && { given: { ...before.given, [key]: given } }),
  };
}

const NO_ANSWER: LearnerAnswer = { picked: [], given: [] };

/** Progress without what was done on a screen. */
export function withoutScreen(before: Partial<Progress>, screen: number): Partial<Progress> {
  const own = (key: string) => key === String(screen) || key.startsWith(`${screen}/`);
  const others = <T>(all: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !own(key)));
  return {
    ...before,
    done: (before.done ?? []).filter((each) => each !== screen),
    tasks: (before.tasks ?? []).filter((task) => !own(task)),
    code: others(before.code),
    picked: others(before.picked),
    given: others(before.given),
    runs: others(before.runs),
    tries: others(before.tries),
    hints: others(before.hints),
  };
}

/** Progress after a task was finished, or undone. */
export function withTask(
  before: Progress,
  screen: number,
  task: Task,
  { isDone, all }: { isDone: boolean; all: readonly Task[] },
): Progress {
  const others = before.tasks.filter((each) => each !== `${screen}/${task}`);
  const tasks = isDone ? [...others, `${screen}/${task}`] : others;
  const isFinished = all.every((each) => tasks.includes(`${screen}/${each}`));
  const done = before.done.filter((each) => each !== screen);
  return { ...before, tasks, done: isFinished ? [...done, screen] : done };
}
