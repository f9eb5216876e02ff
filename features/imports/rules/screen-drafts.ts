import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { ScreenStructure } from '../contract/import-file.ts';
import { SCREEN_LEVEL, type CodeCell, type Note } from './cells.ts';
import { joinedCode } from './join-code.ts';

/** A screen under construction. */
export interface ScreenDraft {
  readonly title: string;
  readonly body: string;
  readonly code: CodeCell | null;
  /** Code that runs before it, and that learners don't see. */
  readonly hidden: readonly CodeCell[];
  readonly questions: readonly QuestionContent[];
}

/** All screens of a lesson, and hidden code after them, which runs before none. */
export interface Drafts {
  readonly screens: readonly ScreenDraft[];
  readonly unused: readonly CodeCell[];
}

/** A heading, and how many screens have its name so far. */
interface Heading {
  readonly title: string;
  screens: number;
  /** It is in the text of a screen: it needs none of its own. */
  readonly isInText: boolean;
}

interface Text {
  readonly source: string;
  readonly place: string;
}

/** What follows the code of a screen: it belongs to that screen, unless code follows that can't be joined to it. */
type Following = { readonly text: Text } | { readonly heading: DeepHeading } | { readonly hidden: CodeCell };

interface DeepHeading extends Text {
  readonly title: string;
}

/** Headings of any level that start a screen, such as several exercises in a row. */
const EXERCISE = /^(?:exercise|challenge|task|problem|puzzle|your turn|try it|quiz|question)s?\b/i;

/**
 * Distributes cells over screens: one per heading of the first levels and one per exercise, and with the structure `cell`, a new one after
 * each code cell. With the others, code of one section is joined where it can be.
 */
export class ScreenDrafts {
  readonly #done: ScreenDraft[] = [];
  readonly #note: Note;
  readonly #structure: ScreenStructure;
  readonly #hasOutputs: boolean;
  readonly #named: string;
  /** The last heading: it names the next screen. */
  #nearest: Heading = { title: '', screens: 0, isInText: false };
  /** The level of that heading; 0: it is none of the text. */
  #level = 0;
  /** The heading that names the screen under construction. */
  #own: Heading = this.#nearest;
  /** The sections that continue after an aside. */
  readonly #sections: Heading[] = [];
  /** How often a title of an aside was used. */
  readonly #asides = new Map<string, number>();
  #texts: string[] = [];
  #length = 0;
  #code: CodeCell | null = null;
  readonly #following: Following[] = [];
  #hidden: CodeCell[] = [];
  #questions: QuestionContent[] = [];

  /**
   * @param named the heading that is the title of the lesson; empty: none is
   * @param hasOutputs whether outputs of code were recorded
   */
  constructor(note: Note, structure: ScreenStructure, named: string, hasOutputs = false) {
    this.#note = note;
    this.#named = named;
    this.#structure = structure;
    this.#hasOutputs = hasOutputs;
  }

  /** @param source the heading as Markdown */
  addHeading(level: number, title: string, source: string, place: string): void {
    if (level > SCREEN_LEVEL) return this.#addDeepHeading({ title, source, place });
    const isFirst = this.#level > 0 && level > this.#level && this.#isUnused && !(this.#level === 1 && this.#nearest.title === this.#named);
    if (!isFirst) this.#close(true);
    this.#sections.length = 0;
    this.#nearest = { title: isFirst ? this.#below(title) : title, screens: 0, isInText: false };
    this.#level = level;
  }

  /** Starts its own screen; {@link endAside} goes on with the section. */
  beginAside(title: string): void {
    this.#close(false);
    const section = this.#nearest;
    const isFirst = this.#isUnused && this.#level > 0;
    const whole = isFirst ? this.#below(title) : title;
    if (isFirst) section.screens++;
    this.#sections.push(section);
    const times = this.#asides.get(whole) ?? 0;
    this.#asides.set(whole, times + 1);
    this.#nearest = { title: whole, screens: times, isInText: false };
    this.#level = 0;
  }

  endAside(): void {
    this.#close(true);
    const section = this.#sections.pop();
    if (section) this.#nearest = section;
  }

  addText(source: string, place: string): void {
    if (this.#code !== null && this.#goesOn()) return void this.#following.push({ text: { source, place } });
    // A screen shows its questions below its text.
    if (this.#code !== null || this.#questions.length > 0) this.#close(false);
    this.#append({ source, place });
  }

  addQuestion(question: QuestionContent): void {
    if (this.#code !== null) this.#split();
    this.#begin();
    this.#questions.push(question);
  }

  addHidden(cell: CodeCell): void {
    if (this.#code !== null && this.#goesOn()) return void this.#following.push({ hidden: cell });
    if (this.#code !== null) this.#close(false);
    this.#hidden.push(cell);
  }

  addCode(cell: CodeCell): void {
    if (this.#code !== null) {
      const joined =
        this.#goesOn() && this.#following.every((each) => !('hidden' in each)) ? joinedCode(this.#code, cell, this.#hasOutputs) : null;
      if (joined !== null) {
        this.#takeFollowing();
        this.#code = joined;
        return;
      }
      this.#split();
    }
    if (this.#code !== null || this.#questions.length > 0) this.#close(false);
    this.#begin();
    this.#code = cell;
  }

  /** The screens in order, and hidden code after all of them. A heading with nothing under it is a screen, unless it is the title of the lesson. */
  finish(): Drafts {
    this.#close(true);
    const at = this.#done.findIndex(({ title }) => title !== '');
    const first = this.#done[at];
    const isTitleOnly = first?.title === this.#named && first.body === '' && first.code === null && first.questions.length === 0;
    if (!isTitleOnly) return { screens: this.#done, unused: this.#hidden };
    const screens = this.#done.toSpliced(at, 1);
    const next = screens[at];
    if (!next) return { screens, unused: [...first.hidden, ...this.#hidden] };
    return { screens: screens.with(at, { ...next, hidden: [...first.hidden, ...next.hidden] }), unused: this.#hidden };
  }

  get #isEmpty(): boolean {
    return this.#texts.length === 0 && this.#code === null && this.#questions.length === 0;
  }

  /** Whether the last heading has nothing under it yet. A screen for it would be blank. */
  get #isUnused(): boolean {
    const { title, screens, isInText } = this.#nearest;
    return this.#isEmpty && title !== '' && screens === 0 && !isInText;
  }

  /** The title of what comes first under the last heading, and names it too. */
  #below(title: string): string {
    return `${this.#nearest.title}: ${title}`.slice(0, LIMITS.titleMax);
  }

  /** Whether the section may continue on the screen after its code. */
  #goesOn(): boolean {
    return this.#structure !== 'cell' && this.#code?.exercise === null;
  }

  #addDeepHeading(heading: DeepHeading): void {
    const isExercise = EXERCISE.test(heading.title);
    if (this.#code !== null && this.#goesOn() && !isExercise) return void this.#following.push({ heading });
    if (this.#code !== null || this.#questions.length > 0 || isExercise) this.#close(false);
    // Under a heading that names no screen yet, it is a part of the text.
    const isText = !this.#isEmpty || (this.#isUnused && !isExercise);
    const title = this.#isUnused && isExercise ? this.#below(heading.title) : heading.title;
    if (isText) this.#append(heading);
    this.#nearest = { title, screens: 0, isInText: isText };
  }

  /** The screen has its first part: the last heading is its name. */
  #begin(): void {
    if (this.#isEmpty) this.#own = this.#nearest;
  }

  #append({ source, place }: Text): void {
    for (const [index, part] of partsOf(source).entries()) {
      if (index > 0) this.#note(place, 'The text is too long for one screen and continues on the next one.');
      if (this.#length + part.length + 2 > LIMITS.textMax) this.#close(false);
      this.#begin();
      this.#texts.push(part);
      this.#length += part.length + 2;
    }
  }

  /** What follows the code stays on its screen. @returns the hidden code in it, which runs before that of the next one */
  #takeFollowing(): CodeCell[] {
    return this.#following.splice(0).flatMap((each) => {
      if ('hidden' in each) return [each.hidden];
      this.#append('text' in each ? each.text : each.heading);
      if ('heading' in each) this.#nearest = { title: each.heading.title, screens: 0, isInText: true };
      return [];
    });
  }

  /** What follows the code starts the next screen. */
  #split(): void {
    const following = this.#following.splice(0);
    this.#close(false);
    for (const each of following) {
      if ('hidden' in each) this.addHidden(each.hidden);
      else if ('text' in each) this.addText(each.text.source, each.text.place);
      else this.#addDeepHeading(each.heading);
    }
  }

  #close(hasEnded: boolean): void {
    const later = this.#takeFollowing();
    const body = this.#texts
      .join('\n\n')
      .trimEnd()
      .replace(/^\s*\n/, '');
    const isBlank = body === '' && this.#code === null && this.#questions.length === 0;
    if (isBlank) this.#own = this.#nearest;
    if (!isBlank || (hasEnded && this.#isUnused)) {
      this.#own.screens++;
      this.#done.push({ title: titleOf(this.#own), body, code: this.#code, hidden: this.#hidden, questions: this.#questions });
      this.#hidden = [];
    }
    this.#hidden.push(...later);
    this.#questions = [];
    this.#texts = [];
    this.#length = 0;
    this.#code = null;
  }
}

function titleOf({ title, screens }: Heading): string {
  if (title === '' || screens === 1) return title;
  const ending = ` (${screens})`;
  return title.slice(0, LIMITS.titleMax - ending.length) + ending;
}

/** Splits a text into parts that fit on a screen, between lines if possible. */
function partsOf(source: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (source.length - from > LIMITS.textMax - 2) {
    const most = from + LIMITS.textMax - 2;
    const line = source.lastIndexOf('\n', most);
    const end = line > from ? line : most;
    parts.push(source.slice(from, end).toWellFormed());
    from = end;
  }
  return [...parts, source.slice(from).toWellFormed()];
}
