import type { MarkdownIt, Token } from 'markdown-it';
import { TITLE_OPEN } from './markdown-boxes.ts';

const LONGEST_ATTRIBUTES = 1_000;
/** Headings with more text keep it as it is. */
const LONGEST_TEXT = 10_000;

/** Attributes in braces as Pandoc, Quarto, and MyST write them: `{#id .class key=value key="a value"}`. */
export interface Attributes {
  readonly classes: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/** @param source the text between the braces */
export function readAttributes(source: string): Attributes {
  const classes: string[] = [];
  const values = new Map<string, string>();
  const pattern = /(?:^|[\s,])(?:([\w-]+)\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s,"']+))|[.#]?([\w+-]+)(?=[\s,]|$))/g;
  for (const [whole, key, double, single, plain, name] of source.matchAll(pattern)) {
    if (key !== undefined) values.set(key, (double ?? single ?? plain ?? '').trim());
    else if (name !== undefined && !whole.trim().startsWith('#')) classes.push(name);
  }
  return { classes, values };
}

/** The language of a listing, whether its fence says `python`, `{python}`, `{.python}` or `{r, echo=FALSE}`. */
export function fenceLanguage(info: string): string {
  const braces = /^\{([^{}]*)\}/.exec(info.trim());
  if (!braces) return /^[^\s{]*/.exec(info.trim())?.[0] ?? '';
  return readAttributes(braces[1] ?? '').classes[0] ?? '';
}

/**
 * Attributes for markdown-it: those of images become their alternative text, size and title; those of headings, links, code and
 * listings are read and not shown. `- [x]` starts an item of a task list.
 */
export function attributesPlugin(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'attributes', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'fence' && token.info.trimStart().startsWith('{')) token.info = fenceLanguage(token.info);
      if (token.type !== 'inline' || !token.children) continue;
      const before = state.tokens[index - 1];
      if (before?.type === 'heading_open' || before?.type === TITLE_OPEN) dropEnd(token.children);
      if (before?.type === 'paragraph_open' && state.tokens[index - 2]?.type === 'list_item_open') markTask(token.children);
      for (const [at, child] of token.children.entries()) {
        if (child.type === 'image') describeImage(child, token.children[at + 1], new state.Token('text', '', 0));
        if (child.type === 'link_close' || child.type === 'code_inline') dropStart(token.children[at + 1]);
      }
    }
  });
}

/** Removes `{#id .class}` from the end of a heading. */
function dropEnd(children: readonly Token[]): void {
  const last = children.at(-1);
  if (last?.type === 'text' && last.content.length <= LONGEST_TEXT) last.content = last.content.replace(/\s*\{[#.][^{}]*\}$/, '');
}

/** Removes `{.class #id key=value}` directly behind a link or inline code. Other braces are text. */
function dropStart(following: Token | undefined): void {
  if (following?.type !== 'text') return;
  const found = /^\{(?:[.#][\w-]+|[\w-]+="[^"{}]*")(?:\s+[^{}]*)?\}/.exec(following.content.slice(0, LONGEST_ATTRIBUTES));
  if (found) following.content = following.content.slice(found[0].length);
}

/** The pattern of attributes directly behind an image. */
const AFTER_IMAGE = /^\{([^{}]*)\}/;

function describeImage(image: Token, following: Token | undefined, text: Token): void {
  const found = following?.type === 'text' ? AFTER_IMAGE.exec(following.content.slice(0, LONGEST_ATTRIBUTES)) : null;
  if (!found || !following) return;
  following.content = following.content.slice(found[0].length);
  const { values } = readAttributes(found[1] ?? '');
  const alt = values.get('alt') ?? values.get('fig-alt');
  // The renderer takes the alternative text from the children.
  if (alt !== undefined && alt !== '') image.children = [Object.assign(text, { content: alt })];
  for (const side of ['width', 'height'] as const) {
    const size = /^(\d{1,4})(px|%)?$/.exec(values.get(side) ?? '');
    if (size) image.attrSet(side, `${size[1]}${size[2] === '%' ? '%' : ''}`);
  }
  const title = values.get('title');
  if (title !== undefined && image.attrGet('title') === null) image.attrSet('title', title);
}

/** A box that can't be ticked: the text is not the reader's. */
function markTask(children: readonly Token[]): void {
  const first = children[0];
  const found = first?.type === 'text' ? /^\[([ xX])\]\s+/.exec(first.content) : null;
  if (first && found) first.content = `${found[1] === ' ' ? '☐' : '☑'} ${first.content.slice(found[0].length)}`;
}
