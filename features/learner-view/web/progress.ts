import { useRef, useState } from 'react';
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
  /** The last correct submission by screen; later screens can start from it. */
  readonly accepted: Readonly<Record<string, string>>;
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
  /** How many were revealed when the assessment was handed in; null: it wasn't. Those read afterwards don't count. */
  readonly hintsUsed: Readonly<Record<string, number>> | null;
  /** The result of an assessment that was handed in; null: not yet, or a new try. */
  readonly grade: PreviewGrade | null;
}

const NO_PROGRESS: Progress = {
  done: [],
  code: {},
  accepted: {},
  picked: {},
  given: {},
  runs: {},
  tasks: [],
  tries: {},
  hints: {},
  hintsUsed: null,
  grade: null,
};

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
  /** A submission was right. */
  accept(screen: number, code: string): void;
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

/** Where progress is kept longer than its page or component. */
interface ProgressStore {
  /** Called once. */
  readonly read: () => Partial<Progress> | null;
  /** Called with every change, even after the component is gone: a verdict may arrive when its screen was left. */
  readonly write: (progress: Progress) => void;
  /** What it has now, where several components share it; missing: nobody else writes it. */
  readonly current?: () => Partial<Progress>;
}

/** Keeps progress while the page is open. */
export function useProgress(store?: ProgressStore): ProgressKeeper {
  const [now, setNow] = useState<Progress>(() => ({ ...NO_PROGRESS, ...store?.read() }));
  const latest = useRef(now);
  const change = (step: (before: Progress) => Progress) => {
    const before = store?.current ? { ...NO_PROGRESS, ...store.current() } : latest.current;
    const after = step(before);
    if (after === before) return;
    store?.write(after);
    latest.current = after;
    setNow(after);
  };
  return {
    now,
    finish: (screen) => change((before) => (before.done.includes(screen) ? before : { ...before, done: [...before.done, screen] })),
    keepCode: (screen, code) => change((before) => ({ ...before, code: { ...before.code, [screen]: code } })),
    accept: (screen, code) => change((before) => ({ ...before, accepted: { ...before.accepted, [screen]: code } })),
    answer: (screen, question, answer) => change((before) => withAnswer(before, `${screen}/${question}`, answer)),
    setTask: (screen, task, state) => change((before) => withTask(before, screen, task, state)),
    handIn: (grade) => change((before) => ({ ...before, grade, hintsUsed: before.hints })),
    tryAgain: () => change(() => NO_PROGRESS),
    revealHints: (screen, count) =>
      change((before) => ({ ...before, hints: { ...before.hints, [screen]: Math.max(count, before.hints[String(screen)] ?? 0) } })),
    countTry: (screen) =>
      change((before) => ({ ...before, tries: { ...before.tries, [screen]: (before.tries[String(screen)] ?? 0) + 1 } })),
    submit: (screen, runId) => change((before) => ({ ...before, runs: { ...before.runs, [screen]: runId } })),
  };
}

/** The learner's own code that a screen starts from; null: it starts with its initial code. */
export function ownStart({ starts_from }: Pick<PreviewScreen, 'starts_from'>, { accepted }: Pick<Progress, 'accepted'>): string | null {
  return (starts_from === null ? null : accepted[String(starts_from)]) ?? null;
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
    accepted: others(before.accepted),
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
