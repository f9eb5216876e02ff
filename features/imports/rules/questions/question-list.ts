import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { questionWarnings } from '#features/questions/contract/question-warnings.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Cell, ImportedDocument } from '../cells.ts';
import { ImageExtractor } from '../extract-images.ts';
import { InlineImages } from '../inline-images.ts';
import { NoteList } from '../note-list.ts';
import { questionContent } from '../question-content.ts';
import type { Surroundings } from '../surroundings.ts';
import type { DraftContext, QuestionDraft } from './drafts.ts';
import { QuestionReport } from './report.ts';
import { QuestionTexts } from './texts.ts';

/**
 * Gathers the questions of a file as a document: a screen for each question, named as it is. A text between questions, such as a passage that
 * they are about, is on the screen of the question behind it.
 */
export class QuestionList {
  readonly report: QuestionReport;
  readonly texts: QuestionTexts;
  readonly #notes = new NoteList();
  readonly #images: ImageExtractor;
  readonly #cells: Cell[] = [];
  readonly #unknown = new Map<string, string[]>();
  #questions = 0;
  /** The screen that a text began. */
  #isOpen = false;

  constructor(problemOf: (bytes: Uint8Array) => string | null, around: Surroundings) {
    this.report = new QuestionReport(this.#notes.add);
    this.#images = new ImageExtractor(this.#notes.add, problemOf, around);
    this.texts = new QuestionTexts(this.#images, new InlineImages(), this.report);
  }

  /** The next question, before it is added. */
  next(): DraftContext {
    return { place: `Question ${++this.#questions}`, report: this.report };
  }

  /** A text without a question. */
  addText(title: string, markdown: string, place: string): void {
    if (markdown.trim() === '') return;
    this.#begin(title || 'Text', place);
    this.#cells.push({ kind: 'text', place, source: markdown });
    this.#isOpen = true;
  }

  add(title: string, draft: QuestionDraft, { place }: DraftContext): void {
    const given = {
      uuid: derivedUuid('question of a file', place, title, draft.text),
      // Text with gaps often says all there is.
      question: draft.task?.kind === 'blanks' && draft.text.trim() === '' ? 'Fill in the blanks.' : draft.text,
      select_type: draft.select_type ?? 'single',
      options: (draft.options ?? []).map((option) => ({ ...option, skill_uuid: null })),
      task: draft.task ?? null,
    } as const;
    const question = questionContent(given, place, this.#notes.add);
    if (question === null) return this.addText(title || place, draft.text, place);
    for (const warning of warningsOf(question)) this.report.note(place, warning);
    if (!this.#isOpen) this.#begin(title || place, place);
    this.#cells.push({ kind: 'question', place, question });
    this.#isOpen = false;
  }

  /** A question of a kind that lessons don't have: its text is kept, and its kind is counted. */
  addUnknown(title: string, kind: string, markdown: string, { place }: DraftContext): void {
    const places = this.#unknown.get(kind) ?? [];
    places.push(place);
    this.#unknown.set(kind, places);
    this.addText(title || place, markdown, place);
    this.#isOpen = false;
  }

  finish(title: string): ImportedDocument {
    for (const [kind, places] of this.#unknown) {
      const named = places.slice(0, 5).join(', ');
      this.report.note(
        places.length > 5 ? `${named} and ${places.length - 5} more` : named,
        `${places.length === 1 ? 'A question' : `${places.length} questions`} of the kind “${kind}”, which lessons don’t have. Only the text was imported.`,
      );
    }
    this.report.finish();
    return {
      title: title.replaceAll(/\s+/g, ' ').trim().slice(0, LIMITS.titleMax),
      language: null,
      cells: this.#cells,
      marked: null,
      objectives: [],
      images: this.#images.images,
      notes: this.#notes.all,
    };
  }

  #begin(title: string, place: string): void {
    this.#cells.push({ kind: 'heading', place, level: 2, title: title.replaceAll(/\s+/g, ' ').trim().slice(0, LIMITS.titleMax) });
  }
}

function warningsOf({ options, ...question }: QuestionContent): string[] {
  return questionWarnings({ ...question, answer_options: options.map((option) => ({ ...option, skill_id: null })) });
}
