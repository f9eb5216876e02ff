import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { InDocuments } from './as-markdown.ts';
import type { AskOf, Given } from './asks.ts';
import type { TaskKind, TaskOf } from './tasks.ts';

/** A text of a task. Search, replace, history, review, preflight and builds read tasks only through these. */
export interface TaskText {
  /** Where it is in the task: keys and positions separated by slashes, such as `feedback/0/message`. */
  readonly path: string;
  /** What people call it, in lower case: “feedback 1”. */
  readonly label: string;
  readonly format: 'markdown' | 'plain' | 'code';
  /** `before`: learners read it with the question; `after`: in the verdict; `never`: it is an answer. */
  readonly shown: 'before' | 'after' | 'never';
  readonly text: string;
}

export interface JudgedTask {
  readonly isCorrect: boolean;
  /** Of each gap or pair; empty where there is only one thing to answer. */
  readonly parts: readonly boolean[];
  /** Paths of the Markdown texts to show. */
  readonly feedback: readonly string[];
  /** A sentence about the form of the answer, such as a missing unit; null: none. */
  readonly note: string | null;
  /** What the code printed, for kinds that show it after an answer. */
  readonly output: string | null;
}

/** A judged task without anything to say. */
export function verdict(isCorrect: boolean, more: Partial<JudgedTask> = {}): JudgedTask {
  return { isCorrect, parts: [], feedback: [], note: null, output: null, ...more };
}

/**
 * A kind of question besides multiple choice: pure functions over its task, the same on the server, in the preview and in tests. `seed`
 * shuffles; the same seed gives the same order.
 */
export interface QuestionKind<K extends TaskKind> {
  readonly kind: K;
  /** `Number`, in menus. */
  readonly label: string;
  /** One sentence for authors. */
  readonly description: string;
  /** It runs code, so it needs a lesson with a language. */
  readonly needsCode?: true;
  /** A new task, blank. */
  readonly empty: () => TaskOf<K>;
  readonly texts: (task: TaskOf<K>) => TaskText[];
  /** Code that learners read, by path: what is between its gaps. */
  readonly listings?: (task: TaskOf<K>) => Readonly<Record<string, readonly string[]>>;
  /** A field that a run recorded of another one: null as soon as that one changes. */
  readonly recorded?: { readonly field: keyof TaskOf<K> & string; readonly of: keyof TaskOf<K> & string };
  /** Fields that are numbers, and may be formulas on a screen with values. */
  readonly expressions?: readonly (keyof TaskOf<K> & string)[];
  /** What is wrong with a task, in sentences for its author. It can still be saved: it may be unfinished. */
  readonly warnings: (task: TaskOf<K>) => string[];
  /** Whether an answer can be right at all; without one, a build is refused. */
  readonly isAnswerable: (task: TaskOf<K>) => boolean;
  /** @param htmlOf the rendered Markdown text or listing at a path */
  readonly ask: (task: TaskOf<K>, seed: string, htmlOf: (path: string) => SafeHtml) => AskOf<K>;
  readonly judge: (task: TaskOf<K>, given: Given, seed: string) => JudgedTask;
  /** The program that an answer is, if the check of the screen can accept it though it is not right by itself; null: it can't. */
  readonly program?: (task: TaskOf<K>, given: Given, seed: string) => string | null;
  /** As documents and pages without scripts show it. */
  readonly inDocuments: (task: TaskOf<K>, seed: string) => InDocuments;
  /** A right answer, as learners would give it. */
  readonly solution: (task: TaskOf<K>, seed: string) => Given;
  /** At most 20 answers that are nearly right and must be wrong without a run, each once. */
  readonly mutants: (task: TaskOf<K>, seed: string) => Given[];
}
