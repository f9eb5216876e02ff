/** A comment with what it suggests, as one Markdown text. GitHub applies such suggestions itself; other hosts show them as code. */
interface CommentBody {
  readonly text: string;
  /** What the commented lines should be replaced with; null: nothing is suggested. */
  readonly suggestion: string | null;
}

/** Reads a comment as it is on a code host. Of several suggestions the first counts. */
export function readCommentBody(body: string): CommentBody {
  const unix = body.replaceAll('\r\n', '\n');
  const lines = unix.split('\n');
  const found = findSuggestion(lines);
  if (!found) return { text: unix.trim(), suggestion: null };
  const part = (from: number, to?: number) => lines.slice(from, to).join('\n');
  const text = `${part(0, found.start).trimEnd()}\n\n${part(found.end + 1).trimStart()}`.trim();
  return { text, suggestion: part(found.start + 1, found.end) };
}

/** The lines of the first fence of a suggestion that is closed. Each line is read once or twice, however many fences stay open. */
function findSuggestion(lines: readonly string[]): { readonly start: number; readonly end: number } | null {
  const lastClosing = new Map(lines.map((line, index) => [withoutBlankEnd(line), index]));
  for (const [start, line] of lines.entries()) {
    const ticks = /^(`{3,})suggestion/.exec(line)?.[1];
    if (ticks === undefined || (lastClosing.get(ticks) ?? -1) < start) continue;
    const end = lines.findIndex((each, index) => index > start && withoutBlankEnd(each) === ticks);
    return { start, end };
  }
  return null;
}

/** Without spaces and tabs at the end, which a closing fence may have. */
function withoutBlankEnd(line: string): string {
  const end = line.trimEnd();
  return /[^ \t]/.test(line.slice(end.length)) ? line : end;
}

/** Writes a comment for a code host, whose account isn't the author's. */
export function writeCommentBody({ by, quote, text, suggestion }: CommentBody & { by: string; quote: string }): string {
  const quoted = quote === '' ? '' : quote.replaceAll(/^/gm, '> ');
  return [`**${escapeMarkdown(by)}:**`, quoted, text, suggestion === null ? '' : fence(suggestion)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function fence(suggestion: string): string {
  const longest = Math.max(2, ...[...suggestion.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}suggestion\n${suggestion === '' ? '' : `${suggestion}\n`}${ticks}`;
}

function escapeMarkdown(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
}

/** What is left of a deleted comment on a code host that keeps it, or that has replies to it. */
export const DELETED_COMMENT = '*This comment was deleted.*';
