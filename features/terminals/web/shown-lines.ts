/** The part of xterm's buffer API used here. */
interface Lines {
  readonly length: number;
  getLine(index: number): { readonly isWrapped: boolean; translateToString(trimRight?: boolean): string } | undefined;
}

/** Maximum number of lines that a check accepts (features/terminals/contract.ts). */
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 20_000;

/** The terminal's content by line as written: wrapped rows are joined. */
export function shownLines(buffer: Lines): string[] {
  const lines: string[] = [];
  for (let index = 0; index < buffer.length; index += 1) {
    const line = buffer.getLine(index);
    // Trailing spaces of a wrapped row belong to the line.
    const text = line?.translateToString(!buffer.getLine(index + 1)?.isWrapped) ?? '';
    if (line?.isWrapped && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`.slice(0, MAX_CHARACTERS));
    else lines.push(text);
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.slice(-MAX_LINES);
}
