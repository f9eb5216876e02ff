import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import { drawBoxes } from './box-lines.ts';
import { Drawing } from './drawing.ts';
import { drawHtml } from './html-tags.ts';
import { PartWidget } from './part-widget.ts';
import { type Place, plainLabel, type SyntaxNode, type TextParts } from './parts.ts';
import { imageAddress } from './rendered-parts.ts';
import { BulletWidget, TaskWidget } from './sign-widgets.ts';

/** Decorates what is in sight: styles the text as learners see it, and hides the marks of lines without a caret. */
export function drawMarks(state: EditorState, text: TextParts, ranges: readonly Place[]): DecorationSet {
  const drawing = new Drawing(state, text);
  const tree = syntaxTree(state);
  for (const { from, to } of ranges)
    tree.iterate({
      from,
      to,
      // Parsed code has nodes of other names, and lines of their own in sight only.
      enter: ({ name, node }) => DRAW[name]?.(drawing, node, { from: Math.max(from, node.from), to: Math.min(to, node.to) }) ?? true,
    });
  drawBoxes(drawing, ranges);
  return drawing.finish();
}

/** Draws a node; returns false if its children are drawn already. `seen` is its part that is in sight. */
type Draw = (drawing: Drawing, node: SyntaxNode, seen: Place) => boolean | void;

function hideMarks(name: string): Draw {
  return (drawing, node) => {
    if (!drawing.isOpen(node)) for (const mark of node.getChildren(name)) drawing.hide(mark);
  };
}

function heading(level: number): Draw {
  return (drawing, node) => {
    const lines = { role: 'heading', 'aria-level': String(level) };
    const [first, ...others] = node.getChildren('HeaderMark');
    const isUnderlined = node.name.startsWith('Setext');
    drawing.lines(isUnderlined && first ? { from: node.from, to: first.from - 1 } : node, `cm-live-heading cm-live-h${level}`, lines);
    if (isUnderlined && first) drawing.lines(first, 'cm-live-quiet-line');
    if (!first || drawing.isOpen(node)) return;
    drawing.hide(isUnderlined ? first : drawing.withSpace(first));
    for (const mark of others)
      drawing.hide(drawing.read({ from: mark.from - 1, to: mark.from }) === ' ' ? { from: mark.from - 1, to: mark.to } : mark);
    drawing.hide(attributesAtEnd(drawing, node));
  };
}

/** `{#id .class}` at the end of a heading. */
function attributesAtEnd(drawing: Drawing, { from, to }: Place): Place {
  const text = drawing.read({ from, to });
  const start = text.lastIndexOf('{');
  const isAttributes = start > 0 && text.endsWith('}') && ['#', '.'].includes(text[start + 1] ?? '');
  return { from: isAttributes ? from + text.slice(0, start).trimEnd().length : to, to };
}

const drawCode: Draw = (drawing, node, seen) => {
  drawing.lines(seen, 'cm-live-code');
  const [open, close] = node.getChildren('CodeMark');
  if (!open || node.name !== 'FencedCode') return false;
  drawing.lines(open, 'cm-live-code-start');
  if (close) drawing.lines(close, 'cm-live-code-end');
  // Both, so that what is typed in the listing is seen to be in it.
  if (!drawing.isOpen(node)) for (const mark of node.getChildren('CodeMark')) drawing.hide(mark);
  return false;
};

const drawLink: Draw = (drawing, node) => {
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close) return true;
  const url = node.getChild('URL');
  const label = { from: open.to, to: close.from };
  const text = drawing.read(label);
  if (!url && text.startsWith('^')) {
    // The reference of a footnote; at the start of a line, with a colon, it is the note.
    drawing.mark(node, 'cm-live-note');
    if (!drawing.isOpen(node)) for (const mark of [{ from: open.from, to: open.to + 1 }, close]) drawing.hide(mark);
    return false;
  }
  const named = node.getChild('LinkLabel');
  const target = named && named.to - named.from > 2 ? drawing.read({ from: named.from + 1, to: named.to - 1 }) : text;
  if (!url && !drawing.text.labels.has(plainLabel(target))) return true;
  if (text.trim() === '') return true;
  drawing.mark(label, 'cm-live-link', url ? { 'data-address': drawing.read(url) } : {});
  if (drawing.isOpen(node)) return true;
  drawing.hide(open);
  drawing.hide({ from: close.from, to: node.to });
  return true;
};

const drawImage: Draw = (drawing, node) => {
  if (drawing.isOpen(node) || !node.getChild('URL')) return;
  drawing.replace(node, part(drawing, 'image', drawing.read(node)));
  return false;
};

function part(drawing: Drawing, kind: 'image' | 'formula', source: string): PartWidget {
  return new PartWidget({ kind, source, images: drawing.state.facet(imageAddress), indent: null });
}

/** The width of a character of an indentation, in pixels: that of a monospace font, and a little more. */
const UNIT = 9;

/** Lines of an item that are wrapped go on below its text, and so do its further lines. */
const drawListItem: Draw = (drawing, node, seen) => {
  const mark = node.getChild('ListMark');
  if (!mark) return true;
  const line = drawing.state.doc.lineAt(mark.from);
  const sign = drawing.withSpace(mark);
  // A number of an item in a quote begins behind its mark.
  const isIndented = drawing.read({ from: line.from, to: mark.from }).trim() === '';
  const start = isIndented ? line.from : mark.from;
  drawing.lines(mark, 'cm-live-item', { style: `--live-indent: ${(sign.to - start) * UNIT}px` });
  if (isIndented) drawIndent(drawing, { from: line.from, to: mark.from });
  if (node.parent?.name === 'BulletList' && !drawing.isOpen(mark)) drawing.replace(mark, new BulletWidget());
  drawIndent(drawing, sign);
  for (let at = Math.max(line.to + 1, seen.from); at <= seen.to;) {
    const { from, to, text } = drawing.state.doc.lineAt(at);
    const indent = text.length - text.trimStart().length;
    if (indent > 0 && indent < text.length) drawIndent(drawing, { from, to: from + indent });
    at = to + 1;
  }
  return true;
};

function drawIndent(drawing: Drawing, place: Place): void {
  drawing.mark(place, 'cm-live-indent', { style: `min-width: ${(place.to - place.from) * UNIT}px` });
}

const DRAW: Readonly<Record<string, Draw>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, heading(level)])),
  SetextHeading1: heading(1),
  SetextHeading2: heading(2),
  Emphasis: hideMarks('EmphasisMark'),
  StrongEmphasis: hideMarks('EmphasisMark'),
  Strikethrough: hideMarks('StrikethroughMark'),
  Autolink(drawing, node) {
    const address = node.getChild('URL');
    if (address) drawing.mark(address, 'cm-live-link', { 'data-address': drawing.read(address) });
    hideMarks('LinkMark')(drawing, node, node);
  },
  InlineCode(drawing, node) {
    const [open, close] = node.getChildren('CodeMark');
    if (open && close) drawing.mark({ from: open.to, to: close.from }, 'cm-live-code-words');
    hideMarks('CodeMark')(drawing, node, node);
  },
  InlineMath(drawing, node) {
    if (drawing.isOpen(node)) drawing.mark(node, 'cm-live-source');
    else drawing.replace(node, part(drawing, 'formula', drawing.read(node)));
  },
  Escape(drawing, node) {
    if (!drawing.isOpen(node)) drawing.hide({ from: node.from, to: node.from + 1 });
  },
  Link: drawLink,
  Image: drawImage,
  Blockquote: (drawing, _node, seen) => drawing.lines(seen, 'cm-live-quote'),
  QuoteMark(drawing, node) {
    if (!drawing.isOpen(node))
      drawing.hide(drawing.read({ from: node.to, to: node.to + 1 }) === ' ' ? { from: node.from, to: node.to + 1 } : node);
  },
  ListItem: drawListItem,
  TaskMarker(drawing, node) {
    if (!drawing.isOpen(node)) drawing.replace(node, new TaskWidget(drawing.read(node) !== '[ ]'));
  },
  HorizontalRule(drawing, node) {
    drawing.lines(node, 'cm-live-rule');
    if (!drawing.isOpen(node)) drawing.hide(node);
  },
  FencedCode: drawCode,
  CodeBlock: drawCode,
  MathBlock: (drawing, _node, seen) => drawing.lines(seen, 'cm-live-source-line'),
  Table(drawing, _node, seen) {
    // Its columns are aligned by its spaces.
    drawing.lines(seen, 'cm-live-source-line');
    return false;
  },
  HTMLBlock(drawing, _node, seen) {
    drawing.lines(seen, 'cm-live-source-line');
    return false;
  },
  CommentBlock(drawing, _node, seen) {
    drawing.lines(seen, 'cm-live-source-line');
    return false;
  },
  LinkReference(drawing, node) {
    drawing.mark(node, 'cm-live-quiet');
    return false;
  },
  HTMLTag(drawing, node) {
    drawHtml(drawing, node);
    return false;
  },
};
