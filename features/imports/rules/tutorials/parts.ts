import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';
import type { Cell, CodeCell, CodeExercise, Note } from '../cells.ts';
import type { ReadTree } from '../code-names.ts';
import type { Line } from '../kramdown.ts';
import { questionContent } from '../question-content.ts';

/** A tutorial in order: Markdown as other documents have it, and cells of its exercises and questions. */
export type TutorialPart =
  /** `line` is that of the document. */
  { readonly kind: 'text'; readonly line: number; readonly source: string } | { readonly kind: 'cells'; readonly cells: readonly Cell[] };

export interface TutorialContext {
  readonly note: Note;
  readonly readTree: ReadTree;
  /** Names a line for the report. */
  readonly placeOf: (line: number) => string;
}

/** Text of consecutive lines. */
export function textPart(lines: readonly Line[]): TutorialPart {
  return { kind: 'text', line: lines[0]?.from ?? 1, source: lines.map(({ text }) => text).join('\n') };
}

/** The index of the first line from here on that matches; -1: none. Reads no line before it, however many there are. */
export function findLine(lines: readonly Line[], from: number, pattern: RegExp): number {
  for (let at = from; at < lines.length; at++) if (pattern.test(lines[at]?.text ?? '')) return at;
  return -1;
}

/** A code screen. @param answer its solution @param label names a language that no lesson runs */
export function exerciseCell(
  place: string,
  language: Language | null,
  answer: string,
  exercise: CodeExercise,
  label: string = language ?? '',
): CodeCell {
  return {
    kind: 'code',
    place,
    language,
    label,
    source: answer,
    output: null,
    has_error: false,
    exercise,
    is_hidden: false,
  };
}

/** A question; its text, if it exceeds the limits of lessons. Its uuid is that of its place and content, so that another import finds the same one. */
export function questionCell(place: string, content: Omit<Partial<QuestionContent>, 'uuid'>, note: Note): Cell {
  const uuid = derivedUuid('imported question', place, JSON.stringify(content));
  const question = questionContent({ uuid, ...content }, place, note);
  return question === null ? { kind: 'text', place, source: content.question ?? '' } : { kind: 'question', place, question };
}

/** Reports hints of a question, which has none in a lesson. */
export function noteHints(note: Note, place: string, hints: readonly string[]): void {
  const text = hintsText(hints);
  if (text !== '') note(place, `Hints of a question have no counterpart and were left out: ${text.slice(0, 300)}`);
}

/** Hints in the order in which learners reveal them. */
export function hintsText(hints: readonly string[]): string {
  return hints.filter((hint) => hint.trim() !== '').join('\n\n---\n\n');
}

/** The text of a check without a counterpart, for the author: as comments in code that learners never see. */
export function keptCheck(language: Language, tool: string, text: string): string {
  const { comment } = LANGUAGES[language];
  return [`Check of ${tool}, which does nothing here:`, ...text.trim().split('\n')]
    .map((line) => `${comment} ${line}`.trimEnd())
    .join('\n');
}

/** Code that runs before an exercise, with what an author may want to read there. */
export function setupCode(...parts: readonly string[]): string {
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => part.trim())
    .join('\n\n');
}
