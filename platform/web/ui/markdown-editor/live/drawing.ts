import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type WidgetType } from '@codemirror/view';
import type { Place, TextParts } from './parts.ts';
import { isRevealed } from './revealed.ts';

const hidden = Decoration.replace({});

/** Collects the decorations of what is in sight. */
export class Drawing {
  readonly state: EditorState;
  readonly text: TextParts;
  readonly #ranges: Range<Decoration>[] = [];

  constructor(state: EditorState, text: TextParts) {
    this.state = state;
    this.text = text;
  }

  /** Hides a part of a line. */
  hide({ from, to }: Place): void {
    if (from < to && this.state.doc.lineAt(from).to >= to) this.#ranges.push(hidden.range(from, to));
  }

  replace({ from, to }: Place, widget: WidgetType): void {
    if (this.state.doc.lineAt(from).to >= to) this.#ranges.push(Decoration.replace({ widget }).range(from, to));
  }

  mark({ from, to }: Place, style: string, attributes: Record<string, string> = {}): void {
    if (from < to) this.#ranges.push(Decoration.mark({ class: style, attributes }).range(from, to));
  }

  /** Styles the lines of a range. */
  lines({ from, to }: Place, style: string, attributes: Record<string, string> = {}): void {
    for (let at = from; at <= to;) {
      const line = this.state.doc.lineAt(at);
      this.#ranges.push(Decoration.line({ class: style, attributes }).range(line.from));
      at = line.to + 1;
    }
  }

  /** Whether a place shows its marks. */
  isOpen({ from, to }: Place): boolean {
    return isRevealed(this.state, from, to);
  }

  read({ from, to }: Place): string {
    return this.state.sliceDoc(from, to);
  }

  /** The place with the white space behind it. */
  withSpace({ from, to }: Place): Place {
    const { doc } = this.state;
    const line = doc.lineAt(to);
    const rest = line.text.slice(to - line.from);
    return { from, to: to + rest.length - rest.trimStart().length };
  }

  finish(): DecorationSet {
    return Decoration.set(this.#ranges, true);
  }
}
