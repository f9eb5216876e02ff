import type { Token } from 'markdown-it';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseMarkdown } from '#platform/content/markdown.ts';
import { isKeptAttribute, isKeptTag, isRemovedWhole } from '#platform/content/markdown-schema.ts';
import { boundedFragment, MarkupLimitError, TREE_BOUNDS } from '#platform/content/markdown-tree.ts';
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
export function readMarkdown(source: string): ReadMarkdown {
  const text = new PositionedText(source);
  try {
    const { tokens, toHtml } = parseMarkdown(source);
    const marker = new Marker(text);
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
interface HtmlPiece {
  readonly offsetOf: (inPiece: number) => number;
}

/** How far a part of a text is looked for, in characters. */
const FURTHEST = 10_000;

/** Gives tokens attributes that say where they are in the source. Inline tokens don't know, so they are looked for in order. */
class Marker {
  readonly pieces: HtmlPiece[] = [];
  readonly code: Span[] = [];
  readonly formulas: { formula: string; isDisplay: boolean; span: Span }[] = [];
  readonly #text: PositionedText;
  #cursor = 0;
  /** The end of the block that is being read. */
  #end = 0;

  constructor(text: PositionedText) {
    this.#text = text;
  }

  markAll(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.map && token.nesting >= 0) {
        const block = this.#block(token.map);
        this.#cursor = Math.max(this.#cursor, block.start);
        this.#end = block.end;
        token.attrSet(MARK, `${block.start}-${block.end}`);
        if (token.type === 'fence' || token.type === 'code_block') this.code.push(block);
        if (token.type === 'math_block') {
          this.code.push(block);
          this.formulas.push({ formula: token.content, isDisplay: true, span: block });
        }
        if (token.type === 'html_block') this.#markHtmlBlock(token, token.map[0]);
      }
      if (token.type === 'inline') this.#markInline(token.children ?? []);
      else if (token.map && token.nesting === 0) this.#cursor = Math.max(this.#cursor, this.#end);
    }
  }

  /** The lines of a block without blank ends and indentation. */
  #block([from, to]: readonly [number, number]): Span {
    const start = this.#text.startOf(from + 1);
    const end = this.#text.startOf(to + 1);
    const slice = this.#text.text.slice(start, end);
    return { start: start + slice.length - slice.trimStart().length, end: start + slice.trimEnd().length };
  }

  #markHtmlBlock(token: Token, from: number): void {
    const content = new PositionedText(token.content);
    this.#addPiece(token, (inPiece) => {
      const { line, column } = content.at(inPiece);
      const source = this.#text.line(from + line);
      return this.#text.startOf(from + line) + Math.max(source.indexOf(content.line(line)), 0) + column - 1;
    });
  }

  #addPiece(token: Token, offsetOf: HtmlPiece['offsetOf']): void {
    token.content = `<!--source-range ${this.pieces.length}-->${token.content}`;
    this.pieces.push({ offsetOf });
  }

  #markInline(children: readonly Token[]): void {
    const open: { token: Token; start: number }[] = [];
    for (const token of children) {
      if (token.type === 'text') this.#skip(token.content);
      else if (token.type === 'code_inline' || token.type === 'math') this.#markCode(token);
      else if (token.type === 'html_inline') {
        const start = this.#find(token.content);
        if (start < 0) continue;
        this.#cursor = start + token.content.length;
        this.#addPiece(token, (inPiece) => start + inPiece);
      } else if (token.type === 'image') {
        const start = this.#findUnescaped('![');
        if (start < 0) continue;
        this.#cursor = start + 2;
        const inside = token.children ?? [];
        for (const child of inside) if (child.type === 'text') this.#skip(child.content);
        this.#cursor = this.#endOfLink(this.#cursor);
        token.attrSet(MARK, `${start}-${this.#cursor}=`);
      } else if (token.type === 'link_open') {
        const start = this.#findUnescaped(token.markup === 'autolink' ? '<' : '[');
        if (start < 0) continue;
        this.#cursor = start + 1;
        open.push({ token, start });
      } else if (token.type === 'link_close') {
        const link = open.pop();
        if (!link) continue;
        this.#cursor = link.token.markup === 'autolink' ? this.#find('>') + 1 : this.#endOfLink(this.#cursor);
        link.token.attrSet(MARK, `${link.start}-${this.#cursor}=`);
      }
    }
  }

  #markCode(token: Token): void {
    // Line ends in code become spaces.
    const start = this.#find(token.content.trim()) >= 0 ? this.#find(token.content.trim()) : this.#find(token.content.split(' ')[0] ?? '');
    if (start < 0) return;
    const end = start + token.content.trim().length;
    this.code.push({ start, end });
    if (token.type === 'math')
      this.formulas.push({ formula: token.content, isDisplay: token.info !== 'math-inline', span: { start, end } });
    this.#cursor = end;
    // The closing characters.
    while (this.#text.text[this.#cursor] === '`' || this.#text.text[this.#cursor] === '$') this.#cursor++;
  }

  #find(part: string): number {
    // Further away it is hardly what is looked for.
    const end = Math.min(this.#end, this.#cursor + FURTHEST + part.length * 2);
    const found = this.#text.text.slice(this.#cursor, end).indexOf(part);
    return found < 0 ? -1 : this.#cursor + found;
  }

  #findUnescaped(part: string): number {
    const { text } = this.#text;
    for (let at = this.#find(part); at >= 0; at = text.indexOf(part, at + 1)) {
      if (at + part.length > this.#end) return -1;
      let start = at;
      while (text[start - 1] === '\\') start--;
      if ((at - start) % 2 === 0 && !(part === '[' && text[at - 1] === '!')) return at;
    }
    return -1;
  }

  /** Moves behind plain text, so that its brackets aren't taken for those of a link. */
  #skip(part: string): void {
    const start = part === '' ? -1 : this.#find(part);
    if (start >= 0) this.#cursor = start + part.length;
  }

  /** The end of a link whose text ends at `from`: behind `](…)`, `][…]` or `]`. */
  #endOfLink(from: number): number {
    const { text } = this.#text;
    const close = text.indexOf(']', from);
    if (close < 0 || close >= this.#end) return from;
    const next = text[close + 1];
    if (next === '[') {
      const end = text.indexOf(']', close + 2);
      return end < 0 ? close + 1 : end + 1;
    }
    if (next !== '(') return close + 1;
    let depth = 0;
    let quote = '';
    for (let at = close + 1; at < Math.min(this.#end, close + FURTHEST); at++) {
      const sign = text[at] ?? '';
      if (sign === '\\') at++;
      else if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '<' && depth === 1) quote = '>';
      else if ((sign === '"' || sign === "'") && /\s/.test(text[at - 1] ?? '')) quote = sign;
      else if (sign === '(') depth++;
      else if (sign === ')' && --depth === 0) return at + 1;
    }
    return close + 1;
  }
}

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** As learners get them: what the sanitizer removes is left out. */
function elementsOf(fragment: DefaultTreeAdapterTypes.DocumentFragment, pieces: readonly HtmlPiece[], source: string): MarkdownElement[] {
  const elements: MarkdownElement[] = [];
  const withLabels: { ids: string[]; labels: MarkdownElement[] }[] = [];
  /** The last piece of HTML before the node, and where it begins in the rendered text. */
  let piece: { offsetOf: HtmlPiece['offsetOf']; from: number } | null = null;
  const read = (nodes: readonly HtmlNode[], parent: MarkdownElement | null): (MarkdownElement | string)[] =>
    nodes.flatMap((node): (MarkdownElement | string)[] => {
      if (node.nodeName === '#text') return 'value' in node ? [node.value] : [];
      if (node.nodeName === '#comment' && 'data' in node) {
        const found = pieces[Number(HTML_MARK.exec(node.data)?.[1] ?? -1)];
        if (found) piece = { offsetOf: found.offsetOf, from: node.sourceCodeLocation?.endOffset ?? 0 };
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
        const { offsetOf, from } = piece;
        const end = location.startTag?.endOffset ?? location.endOffset;
        const start = offsetOf(location.startOffset - from);
        const isThere =
          !GENERATED.has(node.tagName) || source.slice(start, start + node.tagName.length + 1).toLowerCase() === `<${node.tagName}`;
        if (isThere) span = { start, end: offsetOf(end - from - 1) + 1 };
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
