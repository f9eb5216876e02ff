/** The part of xterm's buffer that is read. */
interface Lines {
  readonly length: number;
  getLine(index: number): { readonly isWrapped: boolean; translateToString(trimRight?: boolean): string } | undefined;
}

/** As many as a check takes (contract/src/terminals.ts). */
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 20_000;

/** What a terminal shows, line by line as it was written: a line that is too long for the window is one line. */
export function shownLines(buffer: Lines): string[] {
  const lines: string[] = [];
  for (let index = 0; index < buffer.length; index += 1) {
    const line = buffer.getLine(index);
    // Blanks at the end of a row that goes on belong to the line.
    const text = line?.translateToString(!buffer.getLine(index + 1)?.isWrapped) ?? '';
    if (line?.isWrapped && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`.slice(0, MAX_CHARACTERS));
    else lines.push(text);
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.slice(-MAX_LINES);
}
