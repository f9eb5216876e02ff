import type { SafeHtml } from '#platform/contract/safe-html.ts';

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr']);

/**
 * The parts of a rendered text between its horizontal rules (`---`), those within quotes, lists and boxes aside. Parts with nothing in them
 * are left out.
 */
export function splitAtRules(html: SafeHtml): SafeHtml[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { start, end } of tagsIn(html)) {
    const tag = html.slice(start, end);
    if (nameOf(tag) === 'hr' && depth === 0) {
      parts.push(html.slice(from, start));
      from = end;
    } else depth += stepOf(tag);
  }
  parts.push(html.slice(from));
  return parts.filter((part) => part.trim() !== '') as SafeHtml[];
}

/** How many elements HTML opens and doesn't close; below 0: it closes others. */
export function openElements(html: string): number {
  let depth = 0;
  for (const { start, end } of tagsIn(html)) depth += stepOf(html.slice(start, end));
  return depth;
}

function nameOf(tag: string): string {
  return (tag.slice(tag.startsWith('</') ? 2 : 1).split(/[\s/>]/, 1)[0] ?? '').toLowerCase();
}

/** How much deeper what follows a tag is. A comment is no element. */
function stepOf(tag: string): number {
  const name = nameOf(tag);
  if (VOID.has(name) || tag.endsWith('/>') || !/^[a-z]/.test(name)) return 0;
  return tag.startsWith('</') ? -1 : 1;
}

const RULE = /^ {0,3}-{3,}\s*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A text with an empty line above each rule. Directly below a line of text, Markdown reads `---` as the underline of a heading. */
export function withRulesApart(source: string): string {
  let fence: string | null = null;
  let isBelowText = false;
  const lines = source.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const isApart = fence === null && isBelowText && RULE.test(line);
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    isBelowText = line.trim() !== '';
    return isApart ? `\n${line}` : line;
  });
  return lines.join('\n');
}

/** The tags of rendered HTML, in which `<` in texts is escaped. A quoted attribute may contain anything. */
function* tagsIn(html: string): Iterable<{ start: number; end: number }> {
  for (let start = html.indexOf('<'); start >= 0;) {
    let quote = '';
    let end = start + 1;
    while (end < html.length && (quote !== '' || html[end] !== '>')) {
      const sign = html[end] ?? '';
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      end++;
    }
    yield { start, end: end + 1 };
    start = html.indexOf('<', end + 1);
  }
}
