import type { Element, ElementContent, RootContent } from 'hast';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { nodeToHtml, renderMarkdownBlocks, type MarkdownBlock, type MarkdownOptions } from './markdown.ts';
import { mergeRegions } from './merge-regions.ts';
import { diffWords, likeness, type WordRun } from './word-diff.ts';

/**
 * A rendered block of a text, and whether the other version has it. `changed`: both have it with other words; added ones are in
 * `<ins>`, removed ones in `<del>`.
 */
export interface RenderedBlock {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  readonly html: SafeHtml;
  /** Its lines in the source of either side; null: the side doesn't have it, or they are not known. */
  readonly before: MarkdownBlock['lines'];
  readonly after: MarkdownBlock['lines'];
}

/** Blocks with fewer words in common are shown one after the other. */
const LIKENESS_MIN = 0.4;

/**
 * The changes between two markdown texts as readers see them: the blocks of both in order, removed ones before their
 * replacements. Null: there is no such text.
 */
export function diffRendered(before: string | null, after: string | null, place: MarkdownOptions = {}): RenderedBlock[] {
  const blocks = (text: string | null) => (text === null ? [] : renderMarkdownBlocks(text, place));
  const [old, current] = [blocks(before), blocks(after)];
  const htmls = (list: readonly MarkdownBlock[]) => list.map(({ html }) => html);
  const at = { old: 0, current: 0 };
  return mergeRegions(htmls(old), htmls(current), htmls(old)).flatMap(({ kind, base, mine }) => {
    const removed = old.slice(at.old, (at.old += base.length));
    const added = current.slice(at.current, (at.current += mine.length));
    if (kind !== 'same') return diffRegion(removed, added);
    return removed.map((block, index): RenderedBlock => ({
      kind: 'same',
      html: block.html,
      before: block.lines,
      after: added[index]?.lines ?? null,
    }));
  });
}

/** With so many added blocks a removed one is compared: with all of them, the time would grow with the square of the text. */
const LOOK_AHEAD = 20;

/** Pairs each removed block with the first of the next added ones that it resembles. */
function diffRegion(removed: readonly MarkdownBlock[], added: readonly MarkdownBlock[]): RenderedBlock[] {
  const shown: RenderedBlock[] = [];
  const show = (kind: 'added' | 'removed', blocks: readonly MarkdownBlock[]) => {
    for (const { html, lines } of blocks)
      shown.push({ kind, html, before: kind === 'removed' ? lines : null, after: kind === 'added' ? lines : null });
  };
  let next = 0;
  const waiting: MarkdownBlock[] = [];
  for (const old of removed) {
    const found = firstAlike(old, added.slice(next, next + LOOK_AHEAD));
    if (found === null) {
      waiting.push(old);
      continue;
    }
    show('removed', waiting.splice(0));
    show('added', added.slice(next, next + found.at));
    next += found.at + 1;
    shown.push({ kind: 'changed', html: found.html, before: old.lines, after: added[next - 1]?.lines ?? null });
  }
  show('removed', waiting);
  show('added', added.slice(next));
  return shown;
}

/** Where the first of some blocks is that resembles one, and how it is shown; null: none does. */
function firstAlike(old: MarkdownBlock, added: readonly MarkdownBlock[]): { readonly at: number; readonly html: SafeHtml } | null {
  for (const [at, block] of added.entries()) {
    const html = markWords(old, block);
    if (html !== null) return { at, html };
  }
  return null;
}

/** The new block with the words of the old one marked; null: they have too little in common, or differ in more than words. */
function markWords(old: MarkdownBlock, current: MarkdownBlock): SafeHtml | null {
  if (old.node?.type !== 'element' || current.node?.type !== 'element' || old.node.tagName !== current.node.tagName) return null;
  const texts = [textsOf(old.node), textsOf(current.node)] as const;
  if (texts[0] === null || texts[1] === null) return null;
  const runs = diffWords(texts[0].join(''), texts[1].join(''));
  if (runs.every(({ kind }) => kind === 'same') || likeness(runs) < LIKENESS_MIN) return null;
  const marked = withMarks(current.node, runs);
  return marked && nodeToHtml(marked);
}

const UNMARKED = new Set(['img', 'iframe', 'video']);

/** The texts in a block, in order; null: some of it is no text that words could be marked in, such as a formula or a picture. */
function textsOf(node: RootContent): string[] | null {
  if (node.type === 'text') return [node.value];
  if (node.type !== 'element' || UNMARKED.has(node.tagName)) return null;
  const texts: string[] = [];
  for (const child of node.children) {
    const inner = textsOf(child);
    if (inner === null) return null;
    texts.push(...inner);
  }
  return texts;
}

/** Elements that hold only other elements: browsers move texts out of tables. */
const STRUCTURE = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

/**
 * Marks runs in a copy of a block. Only elements and texts are added, and removed words only as text: what was sanitized stays so.
 * Null: there is no place for removed words.
 */
function withMarks(block: Element, runs: readonly WordRun[]): Element | null {
  const left = runs.map(({ kind, text }) => ({ kind, text }));
  let waiting = '';
  const mark = (tagName: 'ins' | 'del', value: string): ElementContent => ({
    type: 'element',
    tagName,
    properties: {},
    children: [{ type: 'text', value }],
  });
  const takeText = (length: number, canMark: boolean): ElementContent[] => {
    const taken: ElementContent[] = waiting.trim() !== '' && canMark ? [mark('del', waiting)] : [];
    if (canMark) waiting = '';
    let open = length;
    // Removed words stay beside their replacement.
    const isHere = (kind: WordRun['kind']) => open > 0 || (kind === 'removed' && left[1]?.kind !== 'added');
    for (let run = left[0]; run && isHere(run.kind); run = left[0]) {
      const value = run.kind === 'removed' ? run.text : run.text.slice(0, open);
      if (run.kind !== 'removed') open -= value.length;
      run.text = run.text.slice(value.length);
      if (run.text === '') left.shift();
      if (run.kind === 'removed' && !canMark) waiting += value;
      else if (run.kind === 'same' || !canMark) taken.push({ type: 'text', value });
      else taken.push(mark(run.kind === 'added' ? 'ins' : 'del', value));
    }
    return taken;
  };
  const copy = (element: Element): Element => ({
    ...element,
    children: element.children.flatMap((child) => {
      if (child.type === 'text') return takeText(child.value.length, !STRUCTURE.has(element.tagName));
      return child.type === 'element' ? [copy(child)] : [child];
    }),
  });
  const copied = copy(block);
  return waiting.trim() === '' ? copied : null;
}
