import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import type { AnswerOutput, ScreenFields } from '#features/screens/contract/screens.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { ImportNote } from '../contract/import-file.ts';
import type { DocumentMark, PartMark } from './part-mark.ts';

/** A heading. Those of the first levels start a screen, and all name the screens after them. */
interface HeadingCell {
  readonly kind: 'heading';
  /** For the author: `Cell 3`, `Line 12`. */
  readonly place: string;
  readonly level: number;
  readonly title: string;
  /** As it is written, for the text of a screen; absent: the title. */
  readonly source?: string;
}

/** Starts its own screen, such as an exercise in the middle of a section. */
interface AsideStartCell {
  readonly kind: 'aside-start';
  readonly place: string;
  readonly title: string;
}

/** Ends it: the section goes on. */
interface AsideEndCell {
  readonly kind: 'aside-end';
  readonly place: string;
}

/** Markdown for the text of a screen. */
interface TextCell {
  readonly kind: 'text';
  readonly place: string;
  readonly source: string;
}

/** A question of the screen that the text before it is on. */
interface QuestionCell {
  readonly kind: 'question';
  readonly place: string;
  readonly question: QuestionContent;
}

/** What a document says about an exercise beside its answer. */
export interface CodeExercise {
  /** What learners start with. */
  readonly initial: string;
  /** Other fields of its screen, such as hints and checks. */
  readonly fields: Partial<Omit<ScreenFields, 'type' | 'title' | 'body_markdown' | 'answer_code' | 'initial_code'>>;
  /** Variables that are compared with those of the answer. */
  readonly compared?: readonly string[];
}

export interface CodeCell {
  readonly kind: 'code';
  readonly place: string;
  /** Null: not a language of lessons; `label` names it. */
  readonly language: Language | null;
  /** The language as spelled in the file, for the listing that replaces code that can't run. */
  readonly label: string;
  readonly source: string;
  /** The output of its last run; null: none was recorded. */
  readonly output: AnswerOutput | null;
  /** It ended with an error, presumably on purpose. */
  readonly has_error: boolean;
  /** Null: code that the text presents. */
  readonly exercise: CodeExercise | null;
  /** It runs before later code, and readers don't see it. What they see of its output is the text after it. */
  readonly is_hidden: boolean;
}

/** All code of a cell that runs, in the order in which it does: of an exercise, also what prepares and what tests it. */
export function codesOf({ source, exercise }: CodeCell): string[] {
  const { setup_code = '', unit_test_code = '' } = exercise?.fields ?? {};
  return [setup_code, exercise?.initial ?? '', source, unit_test_code].filter((code) => code.trim() !== '');
}

/** A cell whose codes are changed. */
export function withCodes(cell: CodeCell, change: (code: string) => string): CodeCell {
  const { exercise, source } = cell;
  if (!exercise) return { ...cell, source: change(source) };
  const { setup_code, unit_test_code } = exercise.fields;
  const fields = {
    ...exercise.fields,
    ...(setup_code !== undefined && { setup_code: change(setup_code) }),
    ...(unit_test_code !== undefined && { unit_test_code: change(unit_test_code) }),
  };
  return { ...cell, source: change(source), exercise: { ...exercise, initial: change(exercise.initial), fields } };
}

/** A cell whose Markdown for learners is changed. */
export function withTexts(cell: Cell, change: (text: string) => string): Cell {
  if (cell.kind === 'text') return { ...cell, source: change(cell.source) };
  if (cell.kind === 'question') {
    const { question } = cell;
    const options = question.options.map((option) => ({
      ...option,
      label: change(option.label),
      feedback_message: change(option.feedback_message),
    }));
    return { ...cell, question: { ...question, question: change(question.question), options } };
  }
  if (cell.kind !== 'code' || cell.exercise === null) return cell;
  const { instructions_markdown = '', hint_markdown = '', success_markdown = '' } = cell.exercise.fields;
  const texts = {
    instructions_markdown: change(instructions_markdown),
    hint_markdown: change(hint_markdown),
    success_markdown: change(success_markdown),
  };
  return { ...cell, exercise: { ...cell.exercise, fields: { ...cell.exercise.fields, ...texts } } };
}

export type Cell = HeadingCell | AsideStartCell | AsideEndCell | TextCell | QuestionCell | CodeCell;

/** A part of a document that this product exported. */
export interface MarkedPart {
  readonly kind: 'part';
  readonly place: string;
  readonly mark: PartMark;
  /** Markdown of a lesson, or code. */
  readonly source: string;
  readonly isCode: boolean;
  readonly output: AnswerOutput | null;
  readonly mayFail: boolean;
}

/** Its parts in order, and what was added to it since, as other documents have it. */
export interface MarkedDocument {
  readonly mark: DocumentMark;
  /** From front matter; empty: the first heading is the title. */
  readonly title: string;
  readonly items: readonly (MarkedPart | { readonly kind: 'cells'; readonly cells: readonly Cell[] })[];
}

/** An image embedded in the file. */
export interface ImportedImage {
  readonly file_name: string;
  readonly bytes: Uint8Array;
}

/** A parsed notebook or Markdown file. */
export interface ImportedDocument {
  /** From the file's metadata; empty: none. */
  readonly title: string;
  /** Language of a notebook's kernel; null: unknown, or not a language of lessons. */
  readonly language: Language | null;
  readonly cells: readonly Cell[];
  /** What this product wrote when it exported the document, instead of cells; null: it did not. */
  readonly marked: MarkedDocument | null;
  /** What learners will be able to do. */
  readonly objectives: readonly string[];
  readonly images: readonly ImportedImage[];
  readonly notes: readonly ImportNote[];
}

/** Reports what could not be imported unchanged. */
export type Note = (place: string, reason: string) => void;

/** A file that can't be imported. The message is for the author. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A Markdown listing. Its fence is longer than any fence inside it. */
export function listing(label: string, source: string): string {
  const longest = [...source.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${label}\n${source.replace(/\n$/, '')}\n${fence}`;
}

/** Headings up to this level start a screen. */
export const SCREEN_LEVEL = 3;

/** What the report says of code in a language that lessons don't have. */
export function notRun(language: string): string {
  return `Code in ${language} does not run in lessons; it was kept as a listing in the text.`;
}

/** What the report says of code that readers don't see and that runs nowhere. */
export function leftOutUnseen(code: string): string {
  return `Code that readers don’t see and that no later code needs was left out: ${code.trim().slice(0, 300)}`;
}

/** What the report says of an exercise whose code can't run in the lesson. */
export function leftOutAnswer(answer: string): string {
  const code = answer.trim();
  return `Only the code that this exercise starts with is in the text. Its answer, hints and checks were left out${code === '' ? '.' : `: ${code.slice(0, 300)}`}`;
}

/** Removes characters that files and databases don't accept: unpaired surrogates and NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
