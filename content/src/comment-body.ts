/** A comment with what it suggests, as one Markdown text. GitHub applies such suggestions itself; other hosts show them as code. */
interface CommentBody {
  readonly text: string;
  /** What the commented lines should be replaced with; null: nothing is suggested. */
  readonly suggestion: string | null;
}

const SUGGESTION = /^(`{3,})suggestion[^\n]*\n([\s\S]*?)^\1[ \t]*$\n?/m;

/** Reads a comment as it is on a code host. Of several suggestions the first counts. */
export function readCommentBody(body: string): CommentBody {
  const unix = body.replaceAll('\r\n', '\n');
  const found = SUGGESTION.exec(unix);
  if (!found) return { text: unix.trim(), suggestion: null };
  const text = `${unix.slice(0, found.index).trimEnd()}\n\n${unix.slice(found.index + found[0].length).trimStart()}`.trim();
  return { text, suggestion: (found[2] ?? '').replace(/\n$/, '') };
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
