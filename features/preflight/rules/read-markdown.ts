import type { Token } from 'markdown-it';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { MATH_INLINE } from '#platform/content/markdown-math.ts';
import type { MarkdownPositions } from '#platform/content/markdown-positions.ts';
import { isKeptAttribute, isKeptTag, isRemovedWhole } from '#platform/content/markdown-schema.ts';
import { boundedFragment, MarkupLimitError, TREE_BOUNDS } from '#platform/content/markdown-tree.ts';
import { parseMarkdown } from '#platform/content/markdown.ts';
import type { Run } from '#platform/content/text-map.ts';
import { PositionedText, type Span } from './text-position.ts';

/** An element of a rendered text that knows where its source is, whether that is Markdown or HTML. */
export interface MarkdownElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (MarkdownElement | string)[];
  readonly parent: MarkdownElement | null;
  /** Where the whole element is, if that is known; else where its block is. */
  readonly span: Span;
  /** Written as Markdown, with this span exactly. */
  readonly isExact: boolean;
  /** The elements that `aria-labelledby` names. */
  readonly labels: readonly MarkdownElement[];
}

export interface ReadMarkdown {
  readonly text: PositionedText;
  /** All elements in order. Empty for a text that is too expensive to parse. */
  readonly elements: readonly MarkdownElement[];
  readonly formulas: readonly { readonly formula: string; readonly isDisplay: boolean; readonly span: Span }[];
  /** Ranges of code and formulas, in order. */
  readonly code: readonly Span[];
}

const MARK = 'data-source-range';
/** A comment before each piece of HTML says where it is in the source. */
const HTML_MARK = /^source-range (\d+)$/;

/** Parses a text for the rules of preflight. */
export function readMarkdownParts(source: string): ReadMarkdown {
  const text = new PositionedText(source);
  try {
    const { tokens, positions, toHtml } = parseMarkdown(source);
    const marker = new Marker(text, positions);
    marker.markAll(tokens);
    const fragment = boundedFragment(toHtml(), { ...TREE_BOUNDS, attributeCharacters: 4 * TREE_BOUNDS.attributeCharacters }, true);
    return { text, elements: elementsOf(fragment, marker.pieces, source), formulas: marker.formulas, code: marker.code };
  } catch (error) {
    if (error instanceof MarkupLimitError || error instanceof RangeError) return { text, elements: [], formulas: [], code: [] };
    throw error;
  }
}

/** What a screen reader reads out for an element: with the alternatives of images, and without decoration. */
export function accessibleName(element: MarkdownElement): string {
  return nameOf(element, true);
}

/** Labels of labels don't count, so that a label may contain what it is for. */
function nameOf(element: MarkdownElement, hasLabels: boolean): string {
  const { tag, attributes, children, labels } = element;
  const labelled = hasLabels ? labels.map((label) => nameOf(label, false)) : [];
  const label = labelled.join(' ').trim() || (attributes.get('aria-label') ?? '').trim();
  if (label !== '') return label;
  if (tag === 'img') return isMarkedDecorative(element) ? '' : (attributes.get('alt') ?? attributes.get('title') ?? '').trim();
  const inner = children
    .map((child) => (typeof child === 'string' ? child : child.attributes.get('aria-hidden') === 'true' ? '' : nameOf(child, hasLabels)))
    .join('')
    .trim();
  return inner === '' ? (attributes.get('title') ?? '').trim() : inner;
}

/** Hidden from screen readers by its role or on purpose. An element that can get the focus, or has a label, is read out anyway. */
export function isMarkedDecorative(element: MarkdownElement): boolean {
  const { attributes } = element;
  return attributes.get('aria-hidden') === 'true' || (NO_ROLE.has(attributes.get('role') ?? '') && !isExposed(element));
}

const NO_ROLE = new Set(['presentation', 'none']);

/** Whether something other than its role or its alt text makes screen readers read an element out. */
export function isExposed({ attributes, labels }: MarkdownElement): boolean {
  return /^-?\d+$/.test(attributes.get('tabindex') ?? '') || (attributes.get('aria-label') ?? '').trim() !== '' || labels.length > 0;
}

/** Everything in an element, in order. */
export function descendants(element: MarkdownElement): MarkdownElement[] {
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...descendants(child)]));
}

/** A piece of HTML in the source: which offsets its characters have there. */
type HtmlPiece = readonly Run[];

function offsetIn(piece: HtmlPiece, inPiece: number): number {
  const run = piece.findLast(({ at }) => at <= inPiece) ?? piece[0];
  return run ? run.from + Math.max(inPiece - run.at, 0) : 0;
}

/** Gives tokens attributes that say where they are in the source. */
class Marker {
  readonly pieces: HtmlPiece[] = [];
  readonly code: Span[] = [];
  readonly formulas: { formula: string; isDisplay: boolean; span: Span }[] = [];
  readonly #text: PositionedText;
  readonly #positions: MarkdownPositions;

  constructor(text: PositionedText, positions: MarkdownPositions) {
    this.#text = text;
    this.#positions = positions;
  }

  markAll(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.map && token.nesting >= 0) this.#markBlock(token, this.#block(token.map));
      for (const child of token.children ?? []) this.#markInline(child);
    }
    // Footnotes are at the end of the tokens, wherever they were written.
    this.code.sort((a, b) => a.start - b.start);
  }

  /** The lines of a block without blank ends and indentation. */
  #block([from, to]: readonly [number, number]): Span {
    const start = this.#text.startOf(from + 1);
    const slice = this.#text.text.slice(start, this.#text.startOf(to + 1));
    return { start: start + slice.length - slice.trimStart().length, end: start + slice.trimEnd().length };
  }

  #markBlock(token: Token, block: Span): void {
    token.attrSet(MARK, `${block.start}-${block.end}`);
    if (token.type === 'fence' || token.type === 'code_block') this.code.push(block);
    else if (token.type === 'math_block') this.#addFormula(token, true, block);
    else if (token.type === 'html_block') this.#addPiece(token);
  }

  #markInline(token: Token): void {
    if (token.type === 'html_inline') return this.#addPiece(token);
    const span = token.type === 'image' || token.type === 'link_open' ? this.#positions.spanOf(token) : null;
    if (span) return token.attrSet(MARK, `${span.start}-${span.end}=`);
    if (token.type !== 'code_inline' && token.type !== 'math') return undefined;
    const runs = this.#positions.runsOf(token);
    const content = { start: runs[0]?.from ?? 0, end: runs.at(-1)?.to ?? 0 };
    if (token.type === 'code_inline') this.code.push(content);
    else this.#addFormula(token, token.info !== MATH_INLINE, content);
    return undefined;
  }

  #addFormula({ content }: Token, isDisplay: boolean, span: Span): void {
    this.code.push(span);
    this.formulas.push({ formula: content, isDisplay, span });
  }

  #addPiece(token: Token): void {
    const runs = this.#positions.runsOf(token);
    token.content = `<!--source-range ${this.pieces.length}-->${token.content}`;
    this.pieces.push(runs);
  }
}

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** As learners get them: what the sanitizer removes is left out. */
function elementsOf(fragment: DefaultTreeAdapterTypes.DocumentFragment, pieces: readonly HtmlPiece[], source: string): MarkdownElement[] {
  const elements: MarkdownElement[] = [];
  const withLabels: { ids: string[]; labels: MarkdownElement[] }[] = [];
  /** The last piece of HTML before the node, and where it begins in the rendered text. */
  let piece: { runs: HtmlPiece; from: number } | null = null;
  const read = (nodes: readonly HtmlNode[], parent: MarkdownElement | null): (MarkdownElement | string)[] =>
    nodes.flatMap((node): (MarkdownElement | string)[] => {
      if (node.nodeName === '#text') return 'value' in node ? [node.value] : [];
      if (node.nodeName === '#comment' && 'data' in node) {
        const found = pieces[Number(HTML_MARK.exec(node.data)?.[1] ?? -1)];
        if (found) piece = { runs: found, from: node.sourceCodeLocation?.endOffset ?? 0 };
        return [];
      }
      if (!('tagName' in node) || isRemovedWhole(node.tagName)) return [];
      if (!isKeptTag(node.tagName)) return read(node.childNodes, parent);
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      const marked = /^(\d+)-(\d+)(=?)$/.exec(attributes.get(MARK) ?? '');
      for (const name of attributes.keys()) if (!isKeptAttribute(node.tagName, name)) attributes.delete(name);
      const location = node.sourceCodeLocation;
      const children: (MarkdownElement | string)[] = [];
      let span: Span = parent?.span ?? { start: 0, end: 0 };
      if (marked) span = { start: Number(marked[1]), end: Number(marked[2]) };
      else if (piece && location) {
        const { runs, from } = piece;
        const end = location.startTag?.endOffset ?? location.endOffset;
        const start = offsetIn(runs, location.startOffset - from);
        const isThere =
          !GENERATED.has(node.tagName) || source.slice(start, start + node.tagName.length + 1).toLowerCase() === `<${node.tagName}`;
        if (isThere) span = { start, end: offsetIn(runs, end - from - 1) + 1 };
      }
      const labels: MarkdownElement[] = [];
      const element: MarkdownElement = { tag: node.tagName, attributes, children, parent, span, isExact: marked?.[3] === '=', labels };
      elements.push(element);
      const ids = (attributes.get('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
      if (ids.length > 0) withLabels.push({ ids, labels });
      children.push(...read(node.childNodes, element));
      return [element];
    });
  read(fragment.childNodes, null);
  const byId = new Map(elements.toReversed().map((element) => [element.attributes.get('id'), element]));
  for (const { ids, labels } of withLabels)
    for (const id of ids) {
      const label = byId.get(id);
      if (label) labels.push(label);
    }
  return elements;
}

/** May be made by the renderer without their own mark. Then they have the place of their parent. */
const GENERATED = new Set(['tbody', 'td', 'th', 'tr', 'strong', 'em', 's', 'br', 'code', 'p', 'li']);
