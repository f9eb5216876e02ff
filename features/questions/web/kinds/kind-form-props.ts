import type { Language } from '#platform/contract/languages.ts';
import type { TaskKind, TaskOf } from '../../contract/kinds/tasks.ts';

/** Where code of a question runs. */
export interface RunPlace {
  readonly lessonId: number;
  readonly screenId: number;
}

/** What the form of a kind of question gets. */
export interface KindFormProps<K extends TaskKind> {
  task: TaskOf<K>;
  /** The task as it is when something is undone. */
  now: () => TaskOf<K>;
  /** Of the question. */
  number: number;
  isReadOnly: boolean;
  isBusy: boolean;
  /** Increased when the task changes from outside. */
  version: number;
  /** Of the lesson's code; null: it has none. */
  language: Language | null;
  runPlace: RunPlace;
  /** Answers are judged at its end, where nothing runs. */
  isAssessment: boolean;
  onChange: (change: Partial<TaskOf<K>>) => void;
}
