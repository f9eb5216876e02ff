import type { Drawing } from './drawing.ts';
import type { SyntaxNode } from './parts.ts';

/** Inline elements that the view styles. */
const STYLED = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'del',
  'mark',
  'sub',
  'sup',
  'kbd',
  'code',
  'small',
  'abbr',
  'samp',
  'q',
  'cite',
  'var',
]);

/** Styles the text between two tags of a line, as in `<kbd>Tab</kbd>`. */
export function drawHtml(drawing: Drawing, tag: SyntaxNode): void {
  const name = nameOf(drawing.read(tag));
  const close = name === null ? null : closing(drawing, tag, name);
  if (!close) return drawing.mark(tag, 'cm-live-quiet');
  drawing.mark({ from: tag.to, to: close.from }, `cm-live-tag cm-live-tag-${name}`);
  if (drawing.isOpen({ from: tag.from, to: close.to })) return drawing.mark(tag, 'cm-live-quiet');
  drawing.hide(tag);
  drawing.hide(close);
}

/** The name of an opening tag that is styled. */
function nameOf(tag: string): string | null {
  const name = /^<([a-z]+)[\s>]/i.exec(tag)?.[1]?.toLowerCase();
  return name !== undefined && STYLED.has(name) ? name : null;
}

/** Among how many of the next parts of a paragraph its end is searched: tags that are never closed would be searched to its end, each. */
const NEAR = 50;

function closing(drawing: Drawing, tag: SyntaxNode, name: string): SyntaxNode | null {
  let depth = 0;
  for (let next = tag.nextSibling, parts = 0; next && parts < NEAR; next = next.nextSibling, parts++) {
    if (next.name !== 'HTMLTag') continue;
    const text = drawing.read(next).toLowerCase();
    if (nameOf(text) === name) depth++;
    else if (text.startsWith(`</${name}`) && depth-- === 0) return next;
  }
  return null;
}
