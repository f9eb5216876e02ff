import type { ConflictDetails } from '#contract/errors.ts';
import type { Question, QuestionFields } from '#contract/screens.ts';
import { Store } from '#web/platform/store.ts';

/** What was typed into one question and is not saved. */
export interface QuestionEdit {
  fields: QuestionFields;
  /** What the edit began from; null: a new question. */
  base: QuestionFields | null;
  /** The message that its commit is to have; kept until it is saved. */
  message: string;
}

/** A question as the page shows it. */
export interface ShownQuestion {
  /** Stays the same when a new question is saved. */
  readonly key: string;
  /** Null: not saved yet. */
  readonly id: number | null;
  readonly fields: QuestionFields;
  readonly message: string;
  readonly isDirty: boolean;
  /** Somebody else deleted it while it was edited here. */
  readonly isGone: boolean;
}

export interface QuestionsState {
  readonly questions: readonly ShownQuestion[];
  readonly isDirty: boolean;
  /** Raised whenever texts were changed by other hands than the author's: editors then read them anew. */
  readonly version: number;
}

export const EMPTY_QUESTION: QuestionFields = { question: '', select_type: 'single', answer_options: [] };

/**
 * The multiple choice questions of one screen while they are edited: what is saved, and what was typed since. It knows values
 * only: an edit that was undone is no edit.
 */
export class QuestionEdits extends Store<QuestionsState> {
  #saved: readonly Question[];
  readonly #edits = new Map<string, QuestionEdit>();
  /** Of questions that were made on this page: by number. */
  readonly #keys = new Map<number, string>();
  #version = 0;

  constructor(saved: readonly Question[]) {
    super({ questions: [], isDirty: false, version: 0 });
    this.#saved = saved;
    this.#paint();
  }

  /** What is unsaved, by key: for the draft. */
  edits(): Record<string, QuestionEdit> {
    return Object.fromEntries(this.#edits);
  }

  edit(key: string): QuestionEdit | undefined {
    return this.#edits.get(key);
  }

  shown(key: string): ShownQuestion | undefined {
    return this.state().questions.find((question) => question.key === key);
  }

  /** Takes over what is saved now, by whomever; edits stay on what they began from. */
  take(saved: readonly Question[]): void {
    if (isSame(saved, this.#saved)) return;
    this.#saved = saved;
    for (const [key, { fields }] of this.#edits) {
      const question = this.#find(key);
      if (question && isSame(fieldsOf(question), fields)) this.#edits.delete(key);
    }
    this.#repaint();
  }

  /** Takes an edit of the author. */
  change(key: string, change: Partial<QuestionFields>): void {
    const shown = this.shown(key);
    if (!shown) return;
    const { base, message } = this.#edits.get(key) ?? { base: shown.fields, message: '' };
    const fields = { ...shown.fields, ...change };
    const saved = this.#find(key);
    if (saved && isSame(fields, fieldsOf(saved))) this.#edits.delete(key);
    else this.#edits.set(key, { fields, base, message });
    this.#paint();
  }

  /** Keeps the message that a question is to be saved with. */
  setMessage(key: string, message: string): void {
    const edit = this.#edits.get(key);
    if (!edit) return;
    this.#edits.set(key, { ...edit, message });
    this.#paint();
  }

  /** Begins a new question, or brings edits back that were thrown away or kept from an earlier visit. */
  put(key: string, edit: QuestionEdit = { fields: EMPTY_QUESTION, base: null, message: '' }): void {
    const saved = this.#find(key);
    if (saved && isSame(fieldsOf(saved), edit.fields)) return;
    this.#edits.set(key, edit);
    this.#repaint();
  }

  /** Throws the edits of a question away; a new one goes with them. Answers them. */
  discard(key: string): QuestionEdit | undefined {
    const edit = this.#edits.get(key);
    this.#edits.delete(key);
    this.#repaint();
    return edit;
  }

  /** Takes over what a save made of a question. */
  settle(key: string, question: Question): void {
    this.#edits.delete(key);
    this.#keys.set(question.id, key);
    const isKnown = this.#saved.some(({ id }) => id === question.id);
    this.#saved = isKnown ? this.#saved.map((each) => (each.id === question.id ? question : each)) : [...this.#saved, question];
    this.#repaint();
  }

  /** Takes over what was decided about a conflict: the rest is merged anew by the next save (product §10.1). */
  resolve(key: string, { theirs }: Pick<ConflictDetails, 'theirs'>, chosen: Partial<QuestionFields>): void {
    const edit = this.#edits.get(key);
    if (!edit?.base) return;
    const base = { ...edit.base, ...(theirs as Partial<QuestionFields>) };
    this.#edits.set(key, { ...edit, base, fields: { ...edit.fields, ...chosen } });
    this.#repaint();
  }

  #find(key: string): Question | undefined {
    return this.#saved.find(({ id }) => this.#keyOf(id) === key);
  }

  #keyOf(id: number): string {
    return this.#keys.get(id) ?? `question-${id}`;
  }

  #repaint(): void {
    this.#version++;
    this.#paint();
  }

  #paint(): void {
    this.show(this.#describe());
  }

  #describe(): QuestionsState {
    const before = new Map(this.state().questions.map((question) => [question.key, question]));
    const saved = this.#saved.map((question) => this.#shownOf(this.#keyOf(question.id), question));
    const others = [...this.#edits.keys()].filter((key) => !this.#find(key)).map((key) => this.#shownOf(key, undefined));
    const questions = [...saved, ...others].map((question) => {
      const known = before.get(question.key);
      return known && isSame(known, question) ? known : question;
    });
    return { questions, isDirty: questions.some(({ isDirty }) => isDirty), version: this.#version };
  }

  #shownOf(key: string, saved: Question | undefined): ShownQuestion {
    const edit = this.#edits.get(key);
    const fields = edit?.fields ?? (saved ? fieldsOf(saved) : EMPTY_QUESTION);
    return {
      key,
      id: saved?.id ?? null,
      fields,
      message: edit?.message ?? '',
      // A new one that nothing was typed into loses nothing.
      isDirty: edit !== undefined && (edit.base !== null || !isSame(fields, EMPTY_QUESTION)),
      isGone: saved === undefined && edit !== undefined && edit.base !== null,
    };
  }
}

/** What an author says in a question, in one order, so that equal ones are equal as text. */
export function fieldsOf({ question, select_type, answer_options }: QuestionFields): QuestionFields {
  return {
    question,
    select_type,
    answer_options: answer_options.map(({ label, feedback_message, valid, skill_id }) => ({ label, feedback_message, valid, skill_id })),
  };
}

/** The fields that an edit changed: what a save sends. */
export function changedFields({ fields, base }: QuestionEdit): Partial<QuestionFields> {
  if (base === null) return fields;
  return {
    ...(fields.question !== base.question && { question: fields.question }),
    ...(fields.select_type !== base.select_type && { select_type: fields.select_type }),
    ...(!isSame(fields.answer_options, base.answer_options) && { answer_options: fields.answer_options }),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
