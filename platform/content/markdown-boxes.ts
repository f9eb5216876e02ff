import type { MarkdownIt, StateBlock, Token } from 'markdown-it';

/** What a box is for. Boxes that are folded show only their title until a reader opens them. */
export const BOXES = {
  note: {
    label: 'Note',
    isFolded: false,
    names: ['callout-note', 'callout', 'info', 'seealso', 'discussion', 'testimonial', 'admonition'],
  },
  tip: { label: 'Tip', isFolded: false, names: ['callout-tip', 'hint'] },
  important: { label: 'Important', isFolded: false, names: ['callout-important', 'attention'] },
  warning: { label: 'Warning', isFolded: false, names: ['callout-warning', 'callout-caution', 'caution', 'danger', 'error'] },
  challenge: { label: 'Challenge', isFolded: false, names: ['exercise'] },
  solution: { label: 'Solution', isFolded: true, names: ['answer'] },
  spoiler: { label: 'More', isFolded: true, names: ['dropdown', 'details', 'toggle', 'instructor'] },
  prerequisites: { label: 'Before You Start', isFolded: false, names: ['prereq', 'prerequisite'] },
  objectives: { label: 'Objectives', isFolded: false, names: ['objective'] },
  questions: { label: 'Questions', isFolded: false, names: [] },
  'key-points': { label: 'Key Points', isFolded: false, names: ['keypoints', 'keypoint'] },
} as const satisfies Record<string, { label: string; isFolded: boolean; names: readonly string[] }>;

export type BoxKind = keyof typeof BOXES;

const KINDS = new Map<string, BoxKind>(
  (Object.keys(BOXES) as BoxKind[]).flatMap((kind) => [kind, ...BOXES[kind].names].map((name): [string, BoxKind] => [name, kind])),
);

/** The first line of a fenced div. */
export interface DivStart {
  /** Null: a div of another kind, of which only the content is shown. */
  readonly kind: BoxKind | null;
  /** Plain text; empty: none. */
  readonly title: string;
  /** Readers open and close it, whatever its kind does. */
  readonly isCollapsible: boolean;
}

/** The opening token of a div, with what its first line says in `meta`. */
export const DIV_OPEN = 'fenced_div_open';
export const DIV_CLOSE = 'fenced_div_close';

/** The start of a div, as the token says it. */
export function divStartOf(token: Token): DivStart {
  const { kind = null, title = '', isCollapsible = false } = (token.meta ?? {}) as Partial<DivStart>;
  return { kind, title, isCollapsible };
}

const LONGEST_START = 500;

/**
 * Reads a line like `::: note`, `::: {.callout-tip title="Faster"}`, `:::{warning}` or `:::: challenge`, as Pandoc, Quarto, MyST,
 * and Carpentries write them.
 *
 * @param line without indentation
 * @returns null if it starts no div
 */
export function readDivStart(line: string): DivStart | null {
  if (line.length > LONGEST_START) return null;
  const rest = /^:{3,}(?!:)(.*)$/
    .exec(line)?.[1]
    ?.trim()
    .replace(/\s*:+$/, '');
  if (rest === undefined || rest === '') return null;
  const attributes = /^\{([^{}]*)\}\s*(.*)$/.exec(rest);
  if (attributes) return withAttributes(attributes[1] ?? '', attributes[2] ?? '');
  const [, name = '', bracketed, tail = ''] = /^([a-z][\w-]*)(?:\[([^\]]*)\])?(?:\s+(.*))?$/i.exec(rest) ?? [];
  const kind = KINDS.get(name.toLowerCase()) ?? null;
  // A sentence after colons is text.
  if (name === '' || (kind === null && tail !== '')) return null;
  const inBraces = /^\{([^{}]*)\}$/.exec(tail);
  if (inBraces) return { ...withAttributes(`.${name} ${inBraces[1] ?? ''}`, '') };
  return { kind, title: (bracketed ?? tail).trim(), isCollapsible: false };
}

function withAttributes(source: string, tail: string): DivStart {
  let kind: BoxKind | null = null;
  let title = tail.trim();
  let isCollapsible = false;
  for (const [, name, key, quoted, plain] of source.matchAll(/(?:^|\s)(?:[.#]?([\w-]+)(?=\s|$)|([\w-]+)=(?:"([^"]*)"|([^\s"]+)))/g)) {
    const value = (quoted ?? plain ?? '').trim();
    if (name !== undefined) kind ??= KINDS.get(name.toLowerCase()) ?? null;
    else if (key === 'title') title = value;
    else if (key === 'collapse') isCollapsible = /^(true|false)$/i.test(value);
  }
  return { kind, title, isCollapsible };
}

/**
 * Fenced divs for markdown-it, with the meaning that Pandoc gives them: a div ends at the next line of three or more colons that
 * no div inside it uses, or at the end of what it is in. Boxes have a title, which is stated, or is a heading at their start.
 */
export function boxesPlugin(md: MarkdownIt): void {
  const endsOf = new WeakMap<object, Map<number, DivEnd>>();
  md.block.ruler.before(
    'fence',
    'fenced_div',
    (state, startLine, endLine, silent) => {
      if (isIndented(state, startLine) || state.src.charCodeAt(firstOf(state, startLine)) !== COLON) return false;
      const start = readDivStart(lineOf(state, startLine));
      if (!start) return false;
      if (silent) return true;
      let ends = endsOf.get(state);
      if (!ends) endsOf.set(state, (ends = new Map<number, DivEnd>()));
      if (!ends.has(startLine)) findEnds(state, startLine, endLine, ends);
      const { end, next } = ends.get(startLine) ?? { end: endLine, next: endLine };
      const open = state.push(DIV_OPEN, 'div', 1);
      open.block = true;
      open.meta = { ...start };
      open.map = [startLine, next];
      const { parentType, lineMax } = state;
      state.parentType = 'root';
      state.lineMax = end;
      state.md.block.tokenize(state, startLine + 1, end);
      state.parentType = parentType;
      state.lineMax = lineMax;
      const close = state.push(DIV_CLOSE, 'div', -1);
      close.block = true;
      close.meta = { ...start };
      state.line = next;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  // Before the inline rules, which see titles as text of their own.
  md.core.ruler.after('block', 'box_titles', (state) => {
    for (let at = 0; at < state.tokens.length; at++) takeTitle(state.tokens, at);
  });
  md.renderer.rules[DIV_OPEN] = (tokens, index) => {
    const { kind, isCollapsible, title } = divStartOf(tokens[index] as Token);
    if (kind === null) return '<div>\n';
    const isFolded = BOXES[kind].isFolded || isCollapsible;
    const className = `box box-${kind}`;
    // A heading at the start is rendered as the title by the tokens that follow.
    if (tokens[index + 1]?.type === TITLE_OPEN) return isFolded ? `<details class="${className}">` : `<div class="${className}">`;
    const text = md.utils.escapeHtml(title === '' ? BOXES[kind].label : title);
    return isFolded
      ? `<details class="${className}"><summary class="box-title">${text}</summary>\n`
      : `<div class="${className}"><p class="box-title">${text}</p>\n`;
  };
  md.renderer.rules[DIV_CLOSE] = (tokens, index) => {
    const { kind, isCollapsible } = divStartOf(tokens[index] as Token);
    return kind !== null && (BOXES[kind].isFolded || isCollapsible) ? '</details>\n' : '</div>\n';
  };
}

const COLON = 0x3a;
/** Opens the title of a box that is a heading. */
export const TITLE_OPEN = 'box_title_open';
const TITLE_CLOSE = 'box_title_close';

/** Makes a heading at the start of a box without a stated title its title. */
function takeTitle(tokens: Token[], at: number): void {
  const open = tokens[at];
  const [heading, , close] = tokens.slice(at + 1, at + 4);
  if (open?.type !== DIV_OPEN || heading?.type !== 'heading_open' || close?.type !== 'heading_close') return;
  const { kind, title, isCollapsible } = divStartOf(open);
  if (kind === null || title !== '') return;
  const tag = BOXES[kind].isFolded || isCollapsible ? 'summary' : 'p';
  Object.assign(heading, { type: TITLE_OPEN, tag, markup: '' });
  heading.attrSet('class', 'box-title');
  Object.assign(close, { type: TITLE_CLOSE, tag, markup: '' });
}

/** The line after the content of a div, and the line after the div. */
interface DivEnd {
  readonly end: number;
  readonly next: number;
}

/** Finds the end of the div that starts at `startLine`, and of those inside it. */
function findEnds(state: StateBlock, startLine: number, endLine: number, ends: Map<number, DivEnd>): void {
  const open: number[] = [];
  let fence: RegExp | null = null;
  /** How far in the open fence is. */
  let opened = 0;
  for (let line = startLine; line < endLine; line++) {
    // What an enclosing list item or quotation doesn't contain ends the div.
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) {
      for (const start of open) ends.set(start, { end: line, next: line });
      return;
    }
    // A fence in the item of a list may close further in than it opened.
    const indent = (state.sCount[line] ?? 0) - state.blkIndent;
    if (indent >= 4 + (fence === null ? 0 : opened)) continue;
    const text = lineOf(state, line);
    if (fence) {
      if (fence.test(text)) fence = null;
      continue;
    }
    const marks = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
    if (marks !== undefined) {
      fence = new RegExp(`^${marks[0]}{${marks.length},}\\s*$`);
      opened = indent;
      continue;
    }
    if (!text.startsWith(':::')) continue;
    if (/^:{3,}\s*$/.test(text)) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, { end: line, next: line + 1 });
      if (open.length === 0) return;
    } else if (readDivStart(text)) open.push(line);
  }
  for (const start of open) ends.set(start, { end: endLine, next: endLine });
}

function firstOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(firstOf(state, line), state.eMarks[line]);
}

function isIndented(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}
