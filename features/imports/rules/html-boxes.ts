import { type BoxKind, readDivStart } from '#platform/content/markdown-boxes.ts';
import { divLine } from './directives.ts';
import type { ConvertedText, Line } from './kramdown.ts';
import { listingLines } from './split-markdown.ts';

const OPEN = /^ {0,3}<div\b([^<>\n]{0,1000})>(.*)$/i;
const CLASSES = /\bclass[ \t]{0,5}=[ \t]{0,5}(?:"([^"]{0,500})"|'([^']{0,500})'|([\w-]{1,100}))/i;
/** The boxes of Bootstrap, which notebooks have. */
const ALERTS: Readonly<Record<string, BoxKind>> = {
  'alert-success': 'tip',
  'alert-warning': 'warning',
  'alert-danger': 'warning',
};
/** More colons than the boxes inside have. */
const COLONS = ':'.repeat(10);

/** Writes `<div class="alert alert-info">` and its like as boxes. Other HTML stays. */
export function withHtmlBoxes(text: string): ConvertedText {
  if (!/<div\b[^<>\n]*\bclass/i.test(text)) return { text, lineOf: (line) => line };
  const lines = text.split('\n');
  const listings = listingLines(text);
  const converted: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const [, attributes = '', rest = ''] = listings.has(at) ? [] : (OPEN.exec(lines[at] ?? '') ?? []);
    const kind = kindOf(attributes);
    const end = kind === null ? null : endOfDiv(lines, at);
    if (kind === null || end === null) {
      converted.push({ text: lines[at] ?? '', from: at + 1 });
      at++;
      continue;
    }
    const last = end === at ? '' : (lines[end] ?? '').replace(/<\/div>[ \t]*$/i, '');
    const first = end === at ? rest.replace(/<\/div>[ \t]*$/i, '') : rest;
    const inner = dedented([
      { text: first, from: at + 1 },
      ...lines.slice(at + 1, end).map((line, index) => ({ text: line, from: at + index + 2 })),
      { text: last, from: end + 1 },
    ]);
    converted.push({ text: divLine(kind, '').replace(/^:+/, COLONS), from: at + 1 }, ...inner, { text: COLONS, from: end + 1 });
    at = end + 1;
  }
  return { text: converted.map((line) => line.text).join('\n'), lineOf: (line) => converted[line - 1]?.from ?? line };
}

function kindOf(attributes: string): BoxKind | null {
  const found = CLASSES.exec(attributes);
  const names = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').toLowerCase().split(/\s+/);
  if (names.includes('alert')) return names.map((name) => ALERTS[name]).find((kind) => kind !== undefined) ?? 'note';
  return names.map((name) => (/^[a-z][\w-]*$/.test(name) ? readDivStart(`::: ${name}`)?.kind : null)).find((kind) => kind) ?? null;
}

/** The line that ends a div with its last sign; null: none does. */
export function endOfDiv(lines: readonly string[], start: number): number | null {
  let depth = 0;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    depth += (line.match(/<div\b/gi)?.length ?? 0) - (line.match(/<\/div>/gi)?.length ?? 0);
    if (depth <= 0) return /<\/div>[ \t]*$/i.test(line) ? at : null;
  }
  return null;
}

/** Lines that were indented for their tag; four spaces would be a listing. */
function dedented(lines: readonly Line[]): Line[] {
  const shown = lines.filter(({ text }) => text.trim() !== '');
  const least = Math.min(...shown.map(({ text }) => /^[ \t]*/.exec(text)?.[0].length ?? 0));
  return shown.length === 0 ? [] : lines.map(({ text, from }) => ({ text: text.slice(least), from }));
}
