import { LIMITS } from '#platform/contract/limits.ts';
import type { CodeCell, Note } from './cells.ts';

/** A screen under construction. */
export interface ScreenDraft {
  readonly title: string;
  readonly body: string;
  readonly code: CodeCell | null;
  /** Code that runs before it, and that learners don't see. */
  readonly hidden: readonly CodeCell[];
}

/** Distributes cells over screens: one per heading of level 1 and 2, and a new one after each code cell. */
export class ScreenDrafts {
  readonly #done: ScreenDraft[] = [];
  readonly #note: Note;
  #heading = '';
  /** Number of screens under the heading so far. */
  #parts = 0;
  /** The section that continues after an aside. */
  readonly #sections: { heading: string; parts: number }[] = [];
  #texts: string[] = [];
  #length = 0;
  #code: CodeCell | null = null;
  #hidden: CodeCell[] = [];

  constructor(note: Note) {
    this.#note = note;
  }

  begin(title: string): void {
    this.#close(true);
    this.#sections.length = 0;
    this.#heading = title;
    this.#parts = 0;
  }

  /** Starts its own screen; {@link endAside} goes on with the section. */
  beginAside(title: string): void {
    this.#close(false);
    this.#sections.push({ heading: this.#heading, parts: this.#parts });
    this.#heading = title;
    this.#parts = 0;
  }

  endAside(): void {
    this.#close(true);
    const section = this.#sections.pop();
    if (!section) return;
    this.#heading = section.heading;
    this.#parts = section.parts;
  }

  addText(source: string, place: string): void {
    if (this.#code !== null) this.#close(false);
    for (const [index, part] of partsOf(source).entries()) {
      if (index > 0) this.#note(place, 'The text is too long for one screen and continues on the next one.');
      if (this.#length + part.length + 2 > LIMITS.textMax) this.#close(false);
      this.#texts.push(part);
      this.#length += part.length + 2;
    }
  }

  addHidden(cell: CodeCell): void {
    if (this.#code !== null) this.#close(false);
    this.#hidden.push(cell);
  }

  /** Takes hidden code that isn't followed by visible code. */
  takeHidden(): CodeCell[] {
    return this.#code === null ? this.#hidden.splice(0) : [];
  }

  addCode(cell: CodeCell): void {
    if (this.#code !== null) this.#close(false);
    this.#code = cell;
  }

  /** The screens in order. A heading with nothing under it is a screen, unless it is `named`, the title of the lesson. */
  finish(named: string): ScreenDraft[] {
    this.#close(true);
    const [first] = this.#done;
    const isTitleOnly = first !== undefined && first.title === named && first.body === '' && first.code === null;
    return isTitleOnly ? this.#done.slice(1) : this.#done;
  }

  #close(hasEnded: boolean): void {
    const body = this.#texts
      .join('\n\n')
      .trimEnd()
      .replace(/^\s*\n/, '');
    const isEmpty = body === '' && this.#code === null;
    if (isEmpty && !(hasEnded && this.#heading !== '' && this.#parts === 0)) return;
    this.#parts++;
    this.#done.push({ title: this.#title(), body, code: this.#code, hidden: this.#hidden });
    this.#hidden = [];
    this.#texts = [];
    this.#length = 0;
    this.#code = null;
  }

  #title(): string {
    if (this.#heading === '' || this.#parts === 1) return this.#heading;
    const ending = ` (${this.#parts})`;
    return this.#heading.slice(0, LIMITS.titleMax - ending.length) + ending;
  }
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
