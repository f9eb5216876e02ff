import { passagesOf, runsIn, sourceOf, type TextMap } from '#platform/content/text-map.ts';
import type { MarkingPreview, OpenEditors, PassageMark, Range as Passage } from '../code-editor/open-editors.ts';
import classes from './preview.module.css';

interface TextPart {
  readonly node: Text;
  /** Where its text begins in the text of the whole. */
  readonly from: number;
  /** The formula that it is the source of: marked as a whole. */
  readonly formula: Element | null;
}

/** Returns what a source is rendered as; null: that is not known. */
type MapText = (source: string) => Promise<TextMap | null>;

/** Marks passages in a rendered text. */
export function markingPreview(content: HTMLElement, scroller: HTMLElement, mapText: MapText): MarkingPreview {
  let calls = 0;
  return {
    scroller,
    mark: async (source, marks) => {
      const call = ++calls;
      const map = marks.length > 0 ? await mapText(source) : null;
      if (call !== calls) return;
      removePassageMarks(content);
      if (map) markPassages(content, map, marks);
    },
    light: (ids) => {
      for (const mark of content.querySelectorAll<HTMLElement>('[data-passage]'))
        mark.toggleAttribute(
          'data-lit',
          idsOf(mark).some((id) => ids.includes(id)),
        );
    },
    find: (id) => [...content.querySelectorAll<HTMLElement>('[data-passage]')].find((mark) => idsOf(mark).includes(id)) ?? null,
  };
}

function idsOf(mark: HTMLElement): string[] {
  return mark.dataset['passage']?.split(' ') ?? [];
}

/** Restores the content as it was rendered. */
export function removePassageMarks(content: HTMLElement): void {
  for (const mark of content.querySelectorAll('mark[data-passage]')) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
}

/** How long a selection must rest before its source is searched, in milliseconds. */
const SELECTION_PAUSE_MS = 120;

/** Reports what is selected in a preview as a selection of its editor; returns a function that ends that. */
export function followSelection(content: HTMLElement, name: string, editors: OpenEditors, mapText: MapText): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOurs = false;
  let changes = 0;
  async function report() {
    const change = changes;
    const range = selectedRange(content);
    if (!range && !isOurs) return;
    const source = editors.text(name) ?? '';
    const map = range && (await mapText(source));
    if (change !== changes) return;
    const found = range && map ? selectedSource(content, range, source, map) : null;
    isOurs = found !== null;
    editors.tellSelection(name, found ?? { from: 0, to: 0 });
  }
  function wait() {
    changes++;
    clearTimeout(timer);
    timer = setTimeout(() => void report(), SELECTION_PAUSE_MS);
  }
  document.addEventListener('selectionchange', wait);
  return () => {
    changes++;
    clearTimeout(timer);
    document.removeEventListener('selectionchange', wait);
  };
}

/** What is selected in an element; null: nothing. */
function selectedRange(content: HTMLElement): Range | null {
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  return range && content.contains(range.commonAncestorContainer) ? range : null;
}

/** The range of the source that a selection in its rendered text is about; null: none. */
export function selectedSource(content: HTMLElement, selection: Range, source: string, map: TextMap): Passage | null {
  const { parts, text } = readText(content);
  const from = offsetOf(parts, selection.startContainer, selection.startOffset, text.length);
  const to = offsetOf(parts, selection.endContainer, selection.endOffset, text.length);
  const found = sourceOf(runsIn(text, map), { from, to });
  return found && withWholeMarkup(source, found);
}

function markPassages(content: HTMLElement, map: TextMap, marks: readonly PassageMark[]): void {
  const { parts, text } = readText(content);
  const runs = runsIn(text, map);
  const found = marks.flatMap((mark) => passagesOf(runs, mark).map((range) => ({ ...mark, ...range })));
  const unnamed = new Set(found.map(({ id }) => id));
  const formulas = new Set<Element>();
  for (const part of parts) {
    const end = part.from + part.node.data.length;
    const inside = found.filter(({ from, to }) => from < end && to > part.from);
    if (inside.length === 0 || part.node.data.trim() === '') continue;
    if (part.formula === null) wrapPieces(part, inside, unnamed);
    else if (!formulas.has(part.formula)) {
      formulas.add(part.formula);
      const mark = markFor(inside, part.formula, unnamed);
      part.formula.replaceWith(mark);
      mark.append(part.formula);
    }
  }
}

/** A range of a markdown source with the marks of emphasis or code around it that it has half of. */
function withWholeMarkup(source: string, { from, to }: Passage): Passage {
  const before = /[*_~`]+$/.exec(source.slice(Math.max(0, from - 5), from))?.[0] ?? '';
  const behind = /^[*_~`]+/.exec(source.slice(to, to + 5))?.[0] ?? '';
  const inner = source.slice(from, to);
  const isWhole = before !== '' && before === behind;
  return {
    from: isWhole || (before !== '' && inner.includes(before)) ? from - before.length : from,
    to: isWhole || (behind !== '' && inner.includes(behind)) ? to + behind.length : to,
  };
}

/** Splits a text where passages begin and end, and wraps the pieces that are in one. */
function wrapPieces({ node, from: start }: TextPart, inside: readonly PassageMark[], unnamed: Set<string>): void {
  const cuts = inside.flatMap(({ from, to }) => [from - start, to - start]).filter((cut) => cut > 0 && cut < node.data.length);
  const borders = [0, ...new Set(cuts.toSorted((a, b) => a - b)), node.data.length];
  const pieces = borders.slice(0, -1).map((from, index): Node => {
    const to = borders[index + 1] ?? from;
    const text = node.data.slice(from, to);
    const over = inside.filter((passage) => passage.from - start < to && passage.to - start > from);
    if (over.length === 0 || text.trim() === '') return new Text(text);
    const mark = markFor(over, node, unnamed);
    mark.append(text);
    return mark;
  });
  node.replaceWith(...pieces);
}

/** The first mark of each passage is a button, except in a link, which is one itself. */
function markFor(passages: readonly PassageMark[], at: Node, unnamed: Set<string>): HTMLElement {
  const mark = document.createElement('mark');
  mark.className = classes.passage ?? '';
  mark.dataset['passage'] = passages.map(({ id }) => id).join(' ');
  const named = passages.find(({ id }) => unnamed.has(id));
  if (named && !at.parentElement?.closest('a, summary, button')) {
    unnamed.delete(named.id);
    mark.setAttribute('role', 'button');
    mark.setAttribute('aria-label', named.label);
    mark.tabIndex = 0;
  }
  return mark;
}

/** The text of an element. Of a formula it is the source, as authors write it. */
function readText(content: HTMLElement): { parts: TextPart[]; text: string } {
  const parts: TextPart[] = [];
  const texts: string[] = [];
  let from = 0;
  function take(node: Text, formula: Element | null) {
    parts.push({ node, from, formula });
    texts.push(node.data);
    from += node.data.length;
  }
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) take(node, null);
    if (!(node instanceof Element) || node.localName !== 'math') return NodeFilter.FILTER_SKIP;
    const typed = node.querySelector('annotation')?.firstChild;
    if (typed instanceof Text) take(typed, node.closest('.katex') ?? node);
    return NodeFilter.FILTER_REJECT;
  });
  // Nothing is accepted: one step visits all.
  walker.nextNode();
  return { parts, text: texts.join('') };
}

/** The offset of a place of the document in the text of the whole. */
function offsetOf(parts: readonly TextPart[], container: Node, offset: number, length: number): number {
  const own = parts.find(({ node }) => node === container);
  if (own) return own.from + offset;
  const place = document.createRange();
  place.setStart(container, offset);
  // The first text behind the place.
  return parts.find(({ node }) => place.comparePoint(node, 0) >= 0)?.from ?? length;
}
