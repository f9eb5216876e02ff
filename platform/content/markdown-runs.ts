import type { Root, Text } from 'hast';
import type { MarkdownIt, Token } from 'markdown-it';
import { visit } from 'unist-util-visit';
import { DIV_OPEN, divStartOf } from './markdown-boxes.ts';
import type { MarkdownPositions, PositionsEnvironment } from './markdown-positions.ts';
import { isCopied, partOf, type Run, type TextMap } from './text-map.ts';

/** HTML, and where its texts are in the source. Offsets of the runs count from the start of the HTML. */
export interface PositionedHtml {
  readonly html: string;
  readonly runs: readonly Run[];
}

/** Renders tokens like the renderer itself. */
export function renderWithRuns(md: MarkdownIt, tokens: Token[], env: PositionsEnvironment): PositionedHtml {
  const { renderer, options } = md;
  const runs: Run[] = [];
  const pieces: string[] = [];
  let length = 0;
  const render = (all: Token[]) => {
    for (const [index, token] of all.entries()) {
      if (token.type === 'inline') {
        render(token.children ?? []);
        continue;
      }
      const piece = renderer.rules[token.type]?.(all, index, options, env, renderer) ?? renderer.renderToken(all, index, options);
      addRuns(runs, md.utils.escapeHtml, token, piece, length, env.positions);
      pieces.push(piece);
      length += piece.length;
    }
  };
  render(tokens);
  return { html: pieces.join(''), runs };
}

/** Tokens whose content is in their HTML as it is. */
const AS_WRITTEN = new Set(['html_inline', 'html_block', 'softbreak']);
/** Tokens whose content ends their HTML but for closing tags. */
const IN_ELEMENTS = new Set(['code_inline', 'fence', 'code_block', 'math', 'math_block']);

function addRuns(
  runs: Run[],
  escapeHtml: (text: string) => string,
  token: Token,
  piece: string,
  at: number,
  positions: MarkdownPositions,
): void {
  const { type, content } = token;
  if (AS_WRITTEN.has(type)) for (const run of positions.runsOf(token)) runs.push({ ...run, at: at + run.at });
  else if (type === 'text') addEscaped(runs, escapeHtml, content, positions.runsOf(token), at);
  else if (IN_ELEMENTS.has(type))
    addEscaped(runs, escapeHtml, content, positions.runsOf(token), at + piece.lastIndexOf('</code>') - escapeHtml(content).length);
  else if (type === DIV_OPEN) {
    const { kind, title } = divStartOf(token);
    const start = piece.lastIndexOf('</') - escapeHtml(title).length;
    if (kind !== null && token.map) addEscaped(runs, escapeHtml, title, positions.runsOfTitle(title, token.map[0]), at + start);
  }
}

const ESCAPED = /[&<>"]/g;

/** Adds the runs of a text as they are in its HTML, which is longer where characters are escaped. */
function addEscaped(runs: Run[], escapeHtml: (text: string) => string, content: string, own: readonly Run[], start: number): void {
  let [read, at] = [0, start];
  for (const run of own) {
    at += escapeHtml(content.slice(read, run.at)).length;
    read = run.at + run.length;
    const text = content.slice(run.at, read);
    if (!isCopied(run)) {
      const { length } = escapeHtml(text);
      runs.push({ ...run, at, length });
      at += length;
      continue;
    }
    let done = 0;
    const copyTo = (end: number) => {
      const part = partOf(run, run.at + done, run.at + end);
      if (part) runs.push({ ...part, at });
      at += end - done;
      done = end;
    };
    for (const { index, 0: sign } of text.matchAll(ESCAPED)) {
      copyTo(index);
      const { length } = escapeHtml(sign);
      runs.push({ at, length, from: run.from + index, to: run.from + index + 1 });
      at += length;
      done = index + 1;
    }
    copyTo(text.length);
  }
}

/** The texts that HTML of our libraries, such as a typeset formula, was made from. */
export interface MadeFrom {
  readonly texts?: readonly Text[];
}

/** The text of a tree whose nodes know where they are in the HTML. */
export function textMapOf(tree: Root, { html, runs }: PositionedHtml): TextMap {
  const ordered = runs.toSorted((a, b) => a.at - b.at);
  const found: Run[] = [];
  const texts: string[] = [];
  let at = 0;
  const add = (node: Text) => {
    addNode(found, node, at, html, ordered);
    texts.push(node.value);
    at += node.value.length;
  };
  visit(tree, (node) => {
    if (node.type === 'text') add(node);
    // Formulas and listings, which our libraries made.
    else if ((node.type as string) === 'raw') for (const text of ((node as { data?: MadeFrom }).data?.texts ?? []) as Text[]) add(text);
  });
  return { text: texts.join(''), runs: found };
}

/** References, which are one character, and tags that close nothing, which are none. */
const SPECIAL = /&(?:(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z]\w{1,31});?)?|<(?:\/[^<>]{1,100}>)?/gi;

function addNode(found: Run[], { value, position }: Text, at: number, html: string, runs: readonly Run[]): void {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) return;
  let [read, done] = [start, 0];
  let next = firstEndingAfter(runs, start);
  /** Adds what is in both texts from here on. A reference is one thing in the source. */
  const add = (htmlLength: number, length: number) => {
    while ((runs[next]?.at ?? end) + (runs[next]?.length ?? 0) <= read && next < runs.length) next++;
    for (let index = next; index < runs.length; index++) {
      const part = partOf(runs[index] as Run, read, read + htmlLength);
      if (!part) break;
      found.push({
        ...part,
        at: at + done + (htmlLength === length ? part.at - read : 0),
        length: htmlLength === length ? part.length : length,
      });
    }
    read += htmlLength;
    done += length;
  };
  while (read < end && done < value.length) {
    SPECIAL.lastIndex = read;
    const special = SPECIAL.exec(html);
    const copied = Math.min((special?.index ?? end) - read, end - read, value.length - done);
    // What the parser changed otherwise has no source.
    if (html.slice(read, read + copied) !== value.slice(done, done + copied)) return;
    if (copied > 0) add(copied, copied);
    if (!special || read !== special.index || read >= end) continue;
    const [name] = special;
    if (name.startsWith('<') && value[done] !== '<') read += name.length;
    else if (name.length === 1 || (value.startsWith(name, done) && !/^&(?:amp|lt|gt|quot);/.test(name))) add(name.length, name.length);
    else add(name.length, isHighSurrogate(value.charCodeAt(done)) ? 2 : 1);
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}

function firstEndingAfter(runs: readonly Run[], offset: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const run = runs[middle];
    if (run && run.at + run.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
