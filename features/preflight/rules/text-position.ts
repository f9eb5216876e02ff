/** A text whose offsets can be converted to lines and columns, from 1. Lines end as in Markdown: LF, CRLF or CR. */
export class PositionedText {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (const match of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(match.index + match[0].length);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The offset of a line's first character; past the last line: the end of the text. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** A line without its end. */
  line(line: number): string {
    return this.text.slice(this.startOf(line), this.startOf(line + 1)).replace(/[\r\n]+$/, '');
  }

  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

/** A range of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
