import type { Env, MarkdownIt, StateInline, Token } from 'markdown-it';
import { TITLE_OPEN } from './markdown-boxes.ts';
import { partOf, type Run } from './text-map.ts';

/** Characters of a source. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

interface Recorded {
  /** What the token contained when it was recorded: later rules shorten it. */
  readonly content: string;
  readonly runs: readonly Run[];
  readonly span: SourceSpan;
}

/** Where the tokens of a text are in its source. */
export class MarkdownPositions {
  /** The content that is being parsed begins here in the content of its block. */
  base = 0;
  readonly #recorded = new WeakMap<Token, Recorded>();
  readonly #lines: readonly string[];
  /** Where each line begins in the source. */
  readonly #lineStarts: readonly number[];
  /** Where pieces of the current block's content begin, and where these are in the source. */
  #starts: readonly number[] = [0];
  #sources: readonly number[] = [0];

  constructor(source: string) {
    const starts = [0];
    for (const end of source.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
    this.#lineStarts = starts;
    this.#lines = source.split(/\r\n|\n|\r/);
  }

  /** Where the whole token is, with its markup; null: unknown. */
  spanOf(token: Token): SourceSpan | null {
    return this.#recorded.get(token)?.span ?? null;
  }

  /** Where the content of a token is. Offsets of the runs count from its start. */
  runsOf(token: Token): readonly Run[] {
    const recorded = this.#recorded.get(token);
    if (!recorded || token.content === recorded.content) return recorded?.runs ?? [];
    const { content, runs } = recorded;
    if (content.startsWith(token.content)) return runs.flatMap((run) => partOf(run, 0, token.content.length) ?? []);
    let kept = 0;
    while (kept < token.content.length && content.at(-1 - kept) === token.content.at(-1 - kept)) kept++;
    const left = content.length - token.content.length;
    return runs.flatMap((run) => {
      const part = partOf(run, content.length - kept, content.length);
      return part ? { ...part, at: part.at - left } : [];
    });
  }

  /** The runs of a block whose content is whole lines, such as a listing. */
  runsOfLines(content: string, firstLine: number): Run[] {
    let at = 0;
    return content.split('\n').flatMap((line, index) => {
      const own = this.#lines[firstLine + index] ?? '';
      const start = Math.max(own.length - line.length, 0);
      const copied = Math.min(line.length, own.length);
      const from = (this.#lineStarts[firstLine + index] ?? 0) + start;
      // With the end of the line, if it has one.
      const length = copied + (firstLine + index + 1 < this.#lines.length && at + line.length < content.length ? 1 : 0);
      const run = { at: at + line.length - copied, length, from, to: from + length };
      at += line.length + 1;
      return run;
    });
  }

  /** The run of the title in the first line of a box. */
  runsOfTitle(title: string, line: number): Run[] {
    const at = (this.#lines[line] ?? '').lastIndexOf(title);
    const from = (this.#lineStarts[line] ?? 0) + at;
    return title === '' || at < 0 ? [] : [{ at: 0, length: title.length, from, to: from + title.length }];
  }

  /** Starts the content of a block of these lines, which is what is left of them without indentation and the marks of lists and quotations. */
  startLines(content: string, firstLine: number, isHeading: boolean): void {
    const [starts, sources]: [number[], number[]] = [[], []];
    let at = 0;
    for (const [index, part] of content.split('\n').entries()) {
      let line = (this.#lines[firstLine + index] ?? '').trimEnd();
      const closed = isHeading ? line.replace(/[ \t]#+$/, '').trimEnd() : line;
      if (closed.endsWith(content)) line = closed;
      starts.push(at);
      sources.push((this.#lineStarts[firstLine + index] ?? 0) + line.length - part.trimEnd().length);
      at += part.length + 1;
    }
    this.#begin(starts, sources);
  }

  /** Starts the content of a cell of a table. */
  startCell(line: number, column: number): void {
    const text = this.#lines[line] ?? '';
    const cell = cellsOf(text)[column];
    if (!cell) return this.#begin([0], [0]);
    const raw = text.slice(cell.start, cell.end);
    const from = raw.length - raw.trimStart().length;
    const [starts, sources]: [number[], number[]] = [[0], [cell.start + from]];
    let removed = 0;
    // `\|` has no backslash in the content.
    for (let at = raw.indexOf('\\|', from); at >= 0; at = raw.indexOf('\\|', at + 2)) {
      starts.push(at - from - removed);
      sources.push(cell.start + at + 1);
      removed++;
    }
    const lineStart = this.#lineStarts[line] ?? 0;
    return this.#begin(
      starts,
      sources.map((source) => source + lineStart),
    );
  }

  #begin(starts: readonly number[], sources: readonly number[]): void {
    this.base = 0;
    this.#starts = starts;
    this.#sources = sources;
  }

  /** The run of content that was copied: in pieces where it goes over lines. */
  copied(at: number, start: number, length: number): Run[] {
    const runs: Run[] = [];
    for (let done = 0; done < length;) {
      const piece = this.#pieceAt(start + done);
      const count = Math.min(length - done, (this.#starts[piece + 1] ?? Number.POSITIVE_INFINITY) - start - done);
      const from = this.#sourceAt(start + done, piece);
      runs.push({ at: at + done, length: count, from, to: from + count });
      done += count;
    }
    return runs;
  }

  /** Where a part of the content is in the source. */
  span(start: number, end: number): SourceSpan {
    return { start: this.#sourceAt(start, this.#pieceAt(start)), end: this.#sourceAt(end - 1, this.#pieceAt(end - 1)) + 1 };
  }

  #pieceAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #sourceAt(offset: number, piece: number): number {
    return (this.#sources[piece] ?? 0) + offset - (this.#starts[piece] ?? 0);
  }

  has(token: Token): boolean {
    return this.#recorded.has(token);
  }

  record(token: Token, runs: readonly Run[], span: SourceSpan): void {
    this.#recorded.set(token, { content: token.content, runs, span });
  }

  /** Before texts that follow each other are joined in the last of them: moves their runs there. */
  joinTexts(tokens: readonly Token[]): void {
    const isText = (token: Token | undefined) => token?.type === 'text' || token?.type === 'text_special';
    let joined: Run[] = [];
    let content = '';
    let start: number | null = null;
    for (const [index, token] of tokens.entries()) {
      if (token.children) this.joinTexts(token.children);
      if (!isText(token)) continue;
      for (const run of this.runsOf(token)) joined.push({ ...run, at: run.at + content.length });
      content += token.content;
      const span = this.spanOf(token);
      start ??= span?.start ?? null;
      if (isText(tokens[index + 1])) continue;
      if (span) this.#recorded.set(token, { content, runs: joined, span: { start: start ?? span.start, end: span.end } });
      [joined, content, start] = [[], '', null];
    }
  }
}

/** Where the cells of a row are in its line. */
function cellsOf(line: string): { start: number; end: number }[] {
  const prefix = PREFIX.exec(line)?.[0].length ?? 0;
  const cells: { start: number; end: number }[] = [];
  let start = line[prefix] === '|' ? prefix + 1 : prefix;
  for (let at = start; at <= line.length; at++) {
    if (at < line.length && (line[at] !== '|' || line[at - 1] === '\\')) continue;
    cells.push({ start, end: at });
    start = at + 1;
  }
  return cells;
}

/** The marks of quotations, lists and footnotes before a row. */
const PREFIX = /^(?:[ \t>]|[-+*:][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]{1,200}\]:)*/;

/** What a text is parsed with, if its positions are wanted. */
export interface PositionsEnvironment extends Env {
  positions: MarkdownPositions;
}

function positionsOf(env: unknown): MarkdownPositions {
  return (env as PositionsEnvironment).positions;
}

/**
 * Records for markdown-it where its tokens are in the source, in `positions` of the environment. The parser's own rules run as they are:
 * what a rule reads of the content is where the tokens that it makes are.
 */
export function positionsPlugin(md: MarkdownIt): void {
  const { inline, core } = md;
  const { maxNesting } = md.options;
  const pendingOf = new WeakMap<StateInline, Pending>();
  inline.State = class extends inline.State {
    readonly pendingRuns: Pending;
    constructor(...given: ConstructorParameters<typeof inline.State>) {
      super(...given);
      this.pendingRuns = new Pending(positionsOf(this.env));
      pendingOf.set(this, this.pendingRuns);
    }
    override pushPending(): Token {
      const token = super.pushPending();
      this.pendingRuns.flush(token);
      return token;
    }
  };
  inline.tokenize = (state) => {
    const pending = pendingOf.get(state);
    if (!pending) throw new Error('The state was made without positions.');
    const rules = inline.ruler.getRules('');
    const end = state.posMax;
    while (state.pos < end) {
      const from = state.pos;
      const known = state.tokens.length;
      pending.enter(from);
      const isRead = state.level < maxNesting && rules.some((rule) => rule(state, false));
      if (!isRead) state.pending += state.src[state.pos++] ?? '';
      else if (state.pos <= from) throw new Error('The rule read nothing.');
      pending.read(state, from, known);
    }
    if (state.pending !== '') state.pushPending();
  };
  inline.ruler2.before('fragments_join', 'join_positions', ({ env, tokens }) => positionsOf(env).joinTexts(tokens));
  core.ruler.before('text_join', 'join_positions', ({ env, tokens }) => {
    for (const { type, children } of tokens) if (type === 'inline' && children) positionsOf(env).joinTexts(children);
  });
  core.ruler.at('inline', ({ env, tokens }) => {
    const positions = positionsOf(env);
    let row = 0;
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'tr_open') [row, column] = [token.map?.[0] ?? 0, 0];
      if (token.type !== 'inline') recordLines(token, positions);
      else {
        if (token.map) positions.startLines(token.content, token.map[0], HEADINGS.has(tokens[index - 1]?.type ?? ''));
        else positions.startCell(row, column++);
        inline.parse(token.content, md, env, token.children ?? []);
      }
    }
  });
}

const HEADINGS = new Set(['heading_open', TITLE_OPEN]);

/** Blocks whose content is whole lines: how many lines of markup are before it. */
const LINES_BEFORE: Readonly<Record<string, number>> = { fence: 1, math_block: 1, code_block: 0, html_block: 0 };

function recordLines(token: Token, positions: MarkdownPositions): void {
  const before = LINES_BEFORE[token.type];
  if (before === undefined || !token.map) return;
  const runs = positions.runsOfLines(token.content, token.map[0] + before);
  positions.record(token, runs, { start: runs[0]?.from ?? 0, end: runs.at(-1)?.to ?? 0 });
}

/** Where the text is that the parser collects until another token begins. */
class Pending {
  readonly #positions: MarkdownPositions;
  /** Where the content begins in the content of the block. */
  readonly #base: number;
  #runs: Run[] = [];
  #length = 0;

  constructor(positions: MarkdownPositions) {
    this.#positions = positions;
    this.#base = positions.base;
  }

  /** A rule may parse the text in the brackets of `![…]` or `^[…]` on its own. */
  enter(at: number): void {
    this.#positions.base = this.#base + at + 2;
  }

  flush(token: Token): void {
    this.#cut(token.content.length);
    this.#positions.record(token, this.#runs, { start: this.#runs[0]?.from ?? 0, end: this.#runs.at(-1)?.to ?? 0 });
    this.#cut(0);
  }

  #cut(length: number): void {
    this.#runs = this.#runs.flatMap((run) => partOf(run, 0, length) ?? []);
    this.#length = length;
  }

  /** Records what a rule made of the content from `from` on: tokens after the `known` ones, and text. */
  read(state: StateInline, from: number, known: number): void {
    const made = state.tokens.slice(known).filter((token) => !this.#positions.has(token));
    if (made.length > 0) this.#recordTokens(made, from, state.pos);
    // Spaces at the end of a line are dropped.
    if (state.pending.length < this.#length) this.#cut(state.pending.length);
    const length = state.pending.length - this.#length;
    if (length === 0) return;
    this.#runs.push(...this.#runsOf(this.#length, length, from, state.pos));
    this.#length = state.pending.length;
  }

  /** The runs of text from a part of the content: copied, or something else that stands for the whole part. */
  #runsOf(at: number, length: number, from: number, to: number): Run[] {
    if (length === to - from) return this.#positions.copied(at, this.#base + from, length);
    const { start, end } = this.#positions.span(this.#base + from, this.#base + to);
    return [{ at, length, from: start, to: end }];
  }

  #recordTokens(made: readonly Token[], from: number, to: number): void {
    const whole = this.#positions.span(this.#base + from, this.#base + to);
    const texts = made.filter(({ type }) => type === 'text' || type === 'text_special');
    // Marks of emphasis are texts that follow each other.
    const isRow = texts.length === made.length && texts.reduce((sum, { content }) => sum + content.length, 0) === to - from;
    let at = from;
    for (const token of made) {
      const { length } = token.content;
      if (isRow) {
        const span = this.#positions.span(this.#base + at, this.#base + at + length);
        this.#positions.record(token, this.#runsOf(0, length, at, at + length), span);
        at += length;
      } else this.#positions.record(token, this.#runsOfToken(token, made[0], from, to), whole);
    }
  }

  #runsOfToken(token: Token, first: Token | undefined, from: number, to: number): Run[] {
    const { type, content, markup } = token;
    const { length } = content;
    if (type === 'softbreak' || type === 'hardbreak') return this.#runsOf(0, 1, from, to);
    if (length === 0) return [];
    // The marks around code, formulas and addresses are equally long on both sides, and may have a space within.
    const isAddress = type === 'text' && first?.markup === 'autolink' && length === to - from - 2;
    if (type === 'code_inline' || type === 'math' || isAddress) {
      const marks = type === 'code_inline' ? markup.length : isAddress ? 1 : (to - from - length) / 2;
      const start = from + marks + (to - from - 2 * marks - length) / 2;
      return this.#runsOf(0, length, start, start + length);
    }
    return this.#runsOf(0, length, from, to);
  }
}
