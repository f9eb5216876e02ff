import type { Note } from './cells.ts';
import { isOtterSettings, leftOutReason, openCode, readMark, roleOf, type HiddenPart } from './graded-parts.ts';
import type { NotebookCell } from './notebook-schema.ts';

/** A cell that learners may see. */
interface OpenedCell {
  readonly cell: NotebookCell;
  /** Whether a part of it was left out: what is left is what learners start with. */
  readonly isStub: boolean;
}

/** Leaves out the cells and parts of cells of a graded notebook that learners may not see. Takes its cells in order. */
export class GradedCells {
  readonly #note: Note;
  readonly #isOtter: boolean;
  /** The part that raw cells say the next cells are; null: none. */
  #inside: HiddenPart | null = null;

  constructor(cells: readonly (NotebookCell | null)[], note: Note) {
    this.#note = note;
    this.#isOtter = cells.some((cell) => cell !== null && cell.type !== 'code' && isOtterSettings(cell.source));
  }

  /** The cell without what learners may not see; null: nothing is left. */
  open(cell: NotebookCell, place: string): OpenedCell | null {
    if (cell.type === 'raw' && this.#takeMark(cell.source, place)) return null;
    return cell.type === 'code' ? this.#openCode(cell, place) : this.#openText(cell, place);
  }

  /** Reads what a raw cell of otter-grader begins or ends. @returns false if it is another one */
  #takeMark(source: string, place: string): boolean {
    const mark = readMark(source.trimStart().split('\n', 1)[0] ?? '');
    if (isOtterSettings(source)) this.#note(place, leftOutReason('settings'));
    else if (mark) this.#inside = mark.isBegin ? mark.part : null;
    return mark !== null || isOtterSettings(source);
  }

  #openCode(cell: NotebookCell, place: string): OpenedCell | null {
    const role = cell.nbgrader && roleOf(cell.nbgrader);
    const lines = cell.source.split('\n').map((text, index) => ({ text, from: index + 1 }));
    const opened = openCode(lines, this.#inside ?? role, this.#isOtter);
    const parts = typeof opened === 'string' ? [opened] : opened.found;
    for (const part of parts) this.#note(place, leftOutReason(part, cell.nbgrader?.grade_id));
    if (typeof opened === 'string') return null;
    if (opened.lines.length === lines.length && opened.found.size === 0) return { cell, isStub: false };
    const source = opened.lines.map(({ text }) => text).join('\n');
    // Its output is that of the solution.
    return { cell: { ...cell, source, outputs: [] }, isStub: true };
  }

  /** Marks inside the text are for {@link withoutGradedParts}. */
  #openText(cell: NotebookCell, place: string): OpenedCell | null {
    const isSolution = cell.nbgrader?.solution === true && !/\bBEGIN [A-Z]|^\s*YOUR ANSWER HERE\s*$/.test(cell.source);
    const part = this.#inside ?? (isSolution ? 'solution' : null);
    if (part !== null) {
      this.#note(place, leftOutReason(part, cell.nbgrader?.grade_id));
      return null;
    }
    const at = cell.source.search(/^[ \t]*\*\*SOLUTION\b:?\*\*/m);
    if (at < 0) return { cell, isStub: false };
    this.#note(place, leftOutReason('solution'));
    return { cell: { ...cell, source: cell.source.slice(0, at).trimEnd() }, isStub: false };
  }
}
