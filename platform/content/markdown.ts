import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import sql from 'highlight.js/lib/languages/sql';
import yaml from 'highlight.js/lib/languages/yaml';
import { ParseError, renderToString } from 'katex';
import MarkdownIt, { type Env, type MarkdownIt as MarkdownItParser, type Token } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import footnotes from 'markdown-it-footnote';
import { SKIP, visit } from 'unist-util-visit';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { imageNameOf } from './image-path.ts';
import { dataFileNameOf, LESSON_SCHEME, type LessonLink, lessonLinkOf } from './lesson-link.ts';
import { attributesPlugin } from './markdown-attributes.ts';
import { boxesPlugin } from './markdown-boxes.ts';
import { setDirections } from './markdown-direction.ts';
import { footnoteAddresses } from './markdown-footnotes.ts';
import { MATH_DISPLAY, MATH_INLINE, mathPlugin } from './markdown-math.ts';
import { MarkdownPositions, positionsPlugin } from './markdown-positions.ts';
import { type MadeFrom, renderWithRuns, textMapOf } from './markdown-runs.ts';
import { markdownSchema } from './markdown-schema.ts';
import { markdownSource } from './markdown-source.ts';
import { boundedTree, MarkupLimitError, TREE_BOUNDS } from './markdown-tree.ts';
import { prepareVideos, showVideo } from './markdown-videos.ts';
import { limitBlockWork } from './markdown-work.ts';
import { toMathmlCore } from './math-core.ts';
import { MENTION_CLASS, splitMentions } from './mentions.ts';
import type { Direction } from './text-direction.ts';
import type { TextMap } from './text-map.ts';

for (const [name, language] of Object.entries({ bash, json, python, r, sql, yaml })) hljs.registerLanguage(name, language);

/** Longer formulas and listings are shown as typed: they could block the server. */
const LONGEST_FORMULA = 2_000;
const MOST_FORMULAS = 1_000;
const MOST_EXPANSIONS = 200;
const LONGEST_LISTING = 50_000;
/** Limits, in characters, for a text and for the HTML of the text with its formulas and listings. Beyond them its source is shown. */
const LONGEST_TEXT = 400_000;
const LONGEST_HTML = 8_000_000;

function createParser(): MarkdownItParser {
  return MarkdownIt({ html: true, xhtmlOut: true })
    .use(footnotes)
    .use(definitionLists)
    .use(footnoteAddresses)
    .use(boxesPlugin)
    .use(attributesPlugin)
    .use(mathPlugin)
    .use(limitBlockWork);
}

const markdown = createParser();
let positioned: MarkdownItParser | undefined;

/** The same parser, which also records positions. Apart, because that takes time. */
function positionedParser(): MarkdownItParser {
  return (positioned ??= createParser().use(positionsPlugin));
}

/** Unsanitized HTML: CommonMark with tables, strikethrough and formulas. Never show it; it is exported for the CommonMark tests. */
export function renderUnsafeMarkdown(source: string): string {
  return markdown.render(source);
}

interface ParsedMarkdown {
  readonly tokens: Token[];
  readonly positions: MarkdownPositions;
  readonly toHtml: () => string;
}

/**
 * The tokens of a text, where they are in it, and their HTML once the caller has marked them. Unsanitized, and never to be shown.
 *
 * @throws MarkupLimitError for a text that is too expensive to parse
 */
export function parseMarkdown(source: string): ParsedMarkdown {
  if (source.length > LONGEST_TEXT) throw new MarkupLimitError('The text is too long.');
  const parser = positionedParser();
  const env = { positions: new MarkdownPositions(source) };
  const tokens = parser.parse(source, env);
  return { tokens, positions: env.positions, toHtml: () => parser.renderer.render(tokens, parser.options, env) };
}

/**
 * The tokens of a text, and the labels that it defines for its links and footnotes.
 *
 * @throws MarkupLimitError for a text that is too expensive to parse
 */
export function parseBlocks(source: string): { readonly tokens: Token[]; readonly labels: ReadonlySet<string> } {
  if (source.length > LONGEST_TEXT) throw new MarkupLimitError('The text is too long.');
  const env: Env & { footnotes?: { refs?: object } } = {};
  const tokens = markdown.parse(source, env);
  const notes = Object.keys(env.footnotes?.refs ?? {}).map((name) => `^${name.slice(1)}`);
  return { tokens, labels: new Set([...Object.keys(env.references ?? {}), ...notes]) };
}

/** The text that {@link renderMarkdown} shows, and where it is in the source; null: the text is too expensive to render. */
export function mapMarkdown(source: string, place: MarkdownOptions = {}): TextMap | null {
  const map = orSource(source, () => {
    const parser = positionedParser();
    const env = { positions: new MarkdownPositions(source) };
    const rendered = renderWithRuns(parser, parser.parse(source, env), env);
    return textMapOf(safeTree(rendered.html, place, { hasLocations: true }), rendered);
  });
  return typeof map === 'string' ? null : map;
}

/** What MathJax knows and KaTeX doesn't. A new object each time, because formulas can define more. */
function macros(): Record<string, string> {
  return { '\\mbox': '\\text{#1}' };
}

/** Whether a formula can be typeset. */
export function isTypesettable(formula: string, displayMode: boolean): boolean {
  if (formula.length > LONGEST_FORMULA) return true;
  try {
    renderToString(formula, {
      displayMode,
      trust: false,
      strict: 'ignore',
      maxExpand: MOST_EXPANSIONS,
      macros: macros(),
      output: 'mathml',
    });
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** The context of a text. */
export interface MarkdownOptions {
  /** Returns the address of a lesson image by file name. If absent, addresses stay as written. */
  imageAddress?: (fileName: string) => string;
  /** Returns where readers find another lesson; null: they have only the text of a link to it. If absent, links stay as written. */
  lessonAddress?: (link: LessonLink) => string | null;
  /** Returns where readers find a data file of the lesson; null: they have only the text of a link to it. If absent, links stay as written. */
  fileAddress?: (fileName: string) => string | null;
  /** The direction of what is around the text: that of its language. If absent, left to right. */
  direction?: Direction;
  /** Marks mentions of users, whether or not they exist (mentions.ts). */
  hasMentions?: boolean;
  /** Hosts whose videos play in the text (video-hosts.ts); YouTube's and files do everywhere. */
  videoHosts?: readonly string[];
}

/**
 * Renders Markdown as HTML that is safe to show, whatever the source. Formulas and listings are rendered after sanitizing, by
 * libraries that turn text into their own HTML. Formulas are MathML, which needs no style sheet. The result is deterministic. A
 * text that exceeds the limits is shown as its source.
 */
export function renderMarkdown(source: string, place: MarkdownOptions = {}): SafeHtml {
  return orSource(source, () => toSafeHtml(safeTree(renderUnsafeMarkdown(source), place)));
}

/** A paragraph, heading, list, table … of a text. */
export interface MarkdownBlock {
  readonly html: SafeHtml;
  /** Sanitized; null: the text was too expensive to render, and this is its source. */
  readonly node: RootContent | null;
  /** Its lines in the source, from 1; null: unknown. */
  readonly lines: { readonly from: number; readonly to: number } | null;
}

/**
 * Like {@link renderMarkdown}, but in pieces, one per paragraph, heading, list, table …, in order. For showing changes between
 * two texts.
 */
export function renderMarkdownBlocks(source: string, place: MarkdownOptions = {}): MarkdownBlock[] {
  const blocks = orSource(source, () => {
    const { children } = safeTree(renderWithLines(source), place, { hasLines: true });
    const stated = children.map(takeLines);
    return children.map((node, index) => ({ node, html: nodeToHtml(node), lines: stated[index] ?? null }));
  });
  if (typeof blocks === 'string') return [{ html: blocks, node: null, lines: null }];
  return withAllLines(
    source,
    blocks.filter(({ html }) => html.trim() !== ''),
  );
}

/** The HTML of a sanitized node, as {@link renderMarkdown} writes it. */
export function nodeToHtml(node: RootContent): SafeHtml {
  return toSafeHtml({ type: 'root', children: [node] });
}

/** The HTML of a sanitized tree, to which only formulas and listings were added. */
function toSafeHtml(tree: Root): SafeHtml {
  return toHtml(tree, { allowDangerousHtml: true }) as SafeHtml;
}

const LINES_ATTRIBUTE = 'data-lines';
/** Until {@link takeLines} removes it again. */
function withLines(schema: Schema): Schema {
  return { ...schema, attributes: { ...schema.attributes, '*': [...(schema.attributes?.['*'] ?? []), 'dataLines'] } };
}

/** Like {@link renderUnsafeMarkdown}, with the source lines of each block in an attribute. */
function renderWithLines(source: string): string {
  const env = {};
  const tokens = markdown.parse(source, env);
  for (const token of tokens)
    if (token.level === 0 && token.map && token.nesting >= 0) token.attrSet(LINES_ATTRIBUTE, `${token.map[0] + 1}-${token.map[1]}`);
  return markdown.renderer.render(tokens, markdown.options, env);
}

/** Removes the attribute from a block and everything in it, and returns the lines that the block itself stated. */
function takeLines(block: RootContent): MarkdownBlock['lines'] {
  const stated = block.type === 'element' ? block.properties['dataLines'] : undefined;
  visit({ type: 'root', children: [block] } as Root, 'element', ({ properties }) => {
    delete properties['dataLines'];
  });
  const [, from, to] = (typeof stated === 'string' && /^(\d{1,7})-(\d{1,7})$/.exec(stated)) || [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };
}

/** Without blank lines at either end. A block that states no lines, such as a listing, has those between its neighbours. */
function withAllLines(source: string, blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const lines = source.split('\n');
  const isBlank = (number: number) => (lines[number - 1] ?? '').trim() === '';
  return blocks.map((block, index) => {
    let from = block.lines?.from ?? (blocks.slice(0, index).findLast((before) => before.lines !== null)?.lines?.to ?? 0) + 1;
    let to = block.lines?.to ?? (blocks.slice(index + 1).find((after) => after.lines !== null)?.lines?.from ?? lines.length + 1) - 1;
    to = Math.min(to, lines.length);
    while (from < to && isBlank(from)) from++;
    while (to > from && isBlank(to)) to--;
    return { ...block, lines: from > to || isBlank(from) ? null : { from, to } };
  });
}

function orSource<T>(source: string, render: () => T): T | SafeHtml {
  if (source.length > LONGEST_TEXT) return markdownSource(source);
  try {
    return render();
  } catch (error) {
    // Deeply nested brackets or formulas can overflow the stack.
    if (error instanceof MarkupLimitError || error instanceof RangeError) return markdownSource(source);
    throw error;
  }
}

interface TreeOptions {
  /** Elements may have the attribute with their lines. */
  readonly hasLines?: boolean;
  /** Nodes know where they are in the HTML. */
  readonly hasLocations?: boolean;
}

function safeTree(html: string, place: MarkdownOptions, { hasLines = false, hasLocations = false }: TreeOptions = {}): Root {
  if (html.length > LONGEST_HTML) throw new MarkupLimitError('The HTML is too long.');
  const unsafe = boundedTree(html, TREE_BOUNDS, hasLocations);
  visit(unsafe, 'element', alignCell);
  const { videoHosts = [] } = place;
  prepareVideos(unsafe, videoHosts);
  const schema = markdownSchema(videoHosts);
  const tree = sanitize(unsafe, hasLines ? withLines(schema) : schema) as Root;
  if (place.hasMentions === true) markMentions(tree);
  let formulas = 0;
  let left = LONGEST_HTML;
  const made = (value: string, from: Element): ElementContent => {
    left -= value.length;
    if (left < 0) throw new MarkupLimitError('Formulas and listings are too long.');
    return raw(value, hasLocations ? { texts: textsIn(from) } : {});
  };
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    if (node.tagName === 'iframe' || node.tagName === 'video') return showVideo(node, parent.children, index);
    if (node.tagName === 'a') {
      openOutside(node);
      if (!leadToContent(node, place)) {
        parent.children.splice(index, 1, ...node.children);
        return index;
      }
    }
    if (node.tagName === 'img') showImage(node, place);
    const code = codeOf(node);
    if (!code) return undefined;
    const isBlock = node.tagName === 'pre';
    if (hasClass(code, MATH_INLINE) || hasClass(code, MATH_DISPLAY)) {
      const formula = ++formulas <= MOST_FORMULAS ? typeset(code, isBlock || hasClass(code, MATH_DISPLAY)) : null;
      if (formula !== null) parent.children[index] = made(formula, code);
    } else if (isBlock) {
      const listing = highlight(code);
      if (listing !== null) code.children = [made(listing, code)];
      else if (hasClass(code, 'language-mermaid')) parent.children[index] = labelledDiagram(node);
    }
    return SKIP;
  });
  setDirections(tree, place.direction);
  return tree;
}

/** In text, but not in code and links. */
function markMentions(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && ['a', 'code', 'pre'].includes(node.tagName)) return SKIP;
    if (node.type !== 'text' || !parent || index === undefined || !node.value.includes('@')) return undefined;
    const parts = splitMentions(node.value).map(({ text, isMention }): ElementContent => {
      const value: Text = { type: 'text', value: text };
      return isMention ? { type: 'element', tagName: 'span', properties: { className: [MENTION_CLASS] }, children: [value] } : value;
    });
    parent.children.splice(index, 1, ...parts);
    return index + parts.length;
  });
}

/** Tables set their alignment by style, which the sanitizer removes. */
function alignCell(node: Element): void {
  const style = node.properties['style'];
  if ((node.tagName !== 'td' && node.tagName !== 'th') || typeof style !== 'string') return;
  const side = /^text-align:\s*(left|right|center)$/.exec(style)?.[1];
  if (side !== undefined) node.properties['align'] = side;
}

/** Sets the addresses of the lesson's images after sanitizing. */
function showImage(node: Element, { imageAddress }: MarkdownOptions): void {
  node.properties['loading'] = 'lazy';
  const { src } = node.properties;
  const name = imageAddress && typeof src === 'string' ? imageNameOf(src) : null;
  if (imageAddress && name !== null) node.properties['src'] = imageAddress(name);
}

/** Sets the address of a link to another lesson or a data file. Returns false for one that readers don't have. */
function leadToContent({ properties }: Element, { lessonAddress, fileAddress }: MarkdownOptions): boolean {
  const { href } = properties;
  if (typeof href !== 'string') return true;
  // Browsers can't open these.
  if (LESSON_SCHEME.test(href) && (!lessonAddress || lessonLinkOf(href) === null)) return false;
  const link = lessonAddress ? lessonLinkOf(href) : null;
  const file = fileAddress ? dataFileNameOf(href) : null;
  const address = lessonAddress && link ? lessonAddress(link) : fileAddress && file !== null ? fileAddress(file) : href;
  if (address !== null) properties['href'] = address;
  // So that no page is left, not even for a file that is gone.
  if (fileAddress && file !== null && address !== null) properties['download'] = '';
  return address !== null;
}

function openOutside(node: Element): void {
  const href = node.properties['href'];
  if (typeof href !== 'string' || !/^(https?:)?\/\//i.test(href)) return;
  node.properties['target'] = '_blank';
  node.properties['rel'] = ['noopener', 'noreferrer'];
}

/** The code element that a node is, or that a listing contains. */
function codeOf(node: Element): Element | null {
  if (node.tagName === 'code') return node;
  const inner = node.tagName === 'pre' ? node.children[0] : undefined;
  return inner?.type === 'element' && inner.tagName === 'code' ? inner : null;
}

/** Renders a formula as MathML; null: keep it as typed. */
function typeset(code: Element, displayMode: boolean): string | null {
  const formula = textOf(code);
  if (formula.length > LONGEST_FORMULA) return null;
  try {
    const mathml = renderToString(formula, {
      displayMode,
      trust: false,
      strict: 'ignore',
      maxExpand: MOST_EXPANSIONS,
      maxSize: 50,
      macros: macros(),
      output: 'mathml',
    });
    const core = toMathmlCore(mathml);
    return displayMode ? core.replace('class="katex"', 'class="katex katex-display"') : core;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    code.properties = { className: ['katex-error'], title: error.message };
    return null;
  }
}

/** A diagram as its source: drawing it would need a browser. */
function labelledDiagram(listing: Element): Element {
  const label: Element = {
    type: 'element',
    tagName: 'figcaption',
    properties: {},
    children: [{ type: 'text', value: 'Diagram (Mermaid source)' }],
  };
  return { type: 'element', tagName: 'figure', properties: { className: ['diagram'] }, children: [label, listing] };
}

/** Highlights a listing; null: keep it as typed. */
function highlight(code: Element): string | null {
  const listing = textOf(code);
  const name = classesOf(code)
    .find((each) => each.startsWith('language-'))
    ?.slice('language-'.length);
  if (name === undefined || !hljs.getLanguage(name) || listing.length > LONGEST_LISTING) return null;
  return hljs.highlight(listing, { language: name, ignoreIllegals: true }).value;
}

/** HTML that one of our libraries made from text. */
function raw(value: string, data: MadeFrom): ElementContent {
  return { type: 'raw', value, data } as unknown as Text;
}

function textsIn(node: Element): Text[] {
  return node.children.flatMap((child) => (child.type === 'text' ? child : child.type === 'element' ? textsIn(child) : []));
}

function classesOf(node: Element): string[] {
  const names = node.properties['className'];
  return Array.isArray(names) ? names.map(String) : [];
}

function hasClass(node: Element, name: string): boolean {
  return classesOf(node).includes(name);
}

function textOf(node: Element): string {
  return textsIn(node)
    .map(({ value }) => value)
    .join('');
}
