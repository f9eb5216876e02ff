/** A fence inside lists and quotes: also as the first line of an item. */
const FENCE = /^([ \t>]*(?:(?:\d{1,9}[.)]|[-*+])[ \t]{1,4})?)(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)$/;

/** A block of code between fences, at the top of a text or in a list or quote. */
interface NestedFence {
  /** What precedes it in its first line, such as `> ` or `1. `. */
  readonly start: string;
  readonly marks: string;
  /** The text after the marks. */
  readonly info: string;
  /** Its lines without what precedes them. */
  readonly code: readonly string[];
  /** The index behind it. */
  readonly end: number;
  readonly isClosed: boolean;
}

/**
 * Reads the fence that starts in a line; null: none does. It ends behind the line that closes it, however its lines are indented, as in knitr,
 * or where the list or quote around it ends.
 */
export function nestedFences(lines: readonly string[]): (at: number) => NestedFence | null {
  /** Marks that no further line closes. */
  const unclosed = new Set<string>();
  const endOf = (at: number, start: string, marks: string) => {
    for (let end = at + 1; end < lines.length && !unclosed.has(marks); end++)
      if (closes(lines[end] ?? '', marks)) return { end: end + 1, isClosed: true };
    unclosed.add(marks);
    let end = at + 1;
    while (end < lines.length && isInside(lines[end] ?? '', start)) end++;
    return { end, isClosed: false };
  };
  return (at) => {
    const [, start = '', marks, info = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (marks === undefined) return null;
    const { end, isClosed } = endOf(at, start, marks);
    const code = lines.slice(at + 1, isClosed ? end - 1 : end).map((line) => withoutPrefix(line, start.length));
    return { start, marks, info: info.trim(), code, end, isClosed };
  };
}

function closes(line: string, marks: string): boolean {
  const [, , closing = '', rest = ''] = FENCE.exec(line) ?? [];
  return closing.startsWith(marks) && rest.trim() === '';
}

/** Whether a line may be in the list or quote in which a fence starts. */
function isInside(line: string, start: string): boolean {
  const prefix = /^[ \t>]*/.exec(line)?.[0] ?? '';
  return start.includes('>') ? prefix.includes('>') : line.trim() === '' || start.trim() === '' || prefix !== '';
}

function withoutPrefix(line: string, length: number): string {
  const prefix = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(prefix, length));
}
