import { readChunkValues } from './chunk-options.ts';
import { endOfFence, type ConvertedText, type Line } from './kramdown.ts';

/**
 * What graders have in the sources of their notebooks and learners never see: solutions, tests and mark schemes of nbgrader and
 * otter-grader, and those of exercises of learnr. An import leaves them out and reports each.
 */
export type HiddenPart = 'solution' | 'tests' | 'scheme' | 'settings';

/** What nbgrader says about a cell; null: it may be shown. */
export type CellRole = 'solution' | 'tests' | null;

interface OpenedLines {
  readonly lines: readonly Line[];
  readonly found: ReadonlySet<HiddenPart>;
}

type NoteLine = (line: number, reason: string) => void;

const REASONS: Readonly<Record<HiddenPart, readonly [part: string, end: string]>> = {
  solution: ['The solution', 'was left out, so that learners don’t see it. Write the answer of its screen.'],
  tests: ['Tests for grading', 'were left out, so that learners don’t see them. Write a check for the screen.'],
  scheme: ['The mark scheme', 'was left out, so that learners don’t see it.'],
  settings: ['Settings of otter-grader', 'were left out.'],
};

/** What the report says about a part that was left out. @param name of its exercise; empty: none */
export function leftOutReason(part: HiddenPart, name = ''): string {
  const [what, end] = REASONS[part];
  return `${what} ${name === '' ? '' : `of ${name.slice(0, 100)} `}${end}`;
}

/** Only signs come before a mark in its line, in both tools. */
const MARK = /^[^\w`]{0,200}(BEGIN|END) (SOLUTION|HIDDEN TESTS?|TESTS?|MARK SCHEME|PROMPT|QUESTION)\b(.*)$/;
/** In code, a mark may also end a line. */
const MARK_AFTER_CODE = /#[# \t]{0,20}(BEGIN|END) (SOLUTION|HIDDEN TESTS?|MARK SCHEME)\b(.*)$/;
const PARTS: Readonly<Record<string, HiddenPart>> = {
  SOLUTION: 'solution',
  'HIDDEN TEST': 'tests',
  'HIDDEN TESTS': 'tests',
  TEST: 'tests',
  TESTS: 'tests',
  'MARK SCHEME': 'scheme',
};
/** otter-grader's mark for one line: `x = 5 # SOLUTION`. */
const SOLUTION_LINE = /#[ \t]{0,20}SOLUTION(?: NO PROMPT)?[ \t]*$/;
const ASSIGNED = /^[ \t]*(?:[A-Za-z_.][\w.]{0,200}[ \t]{0,20}(?:<-|=(?!=)))?/;
const SETTINGS = /^[^\w`]{0,200}(?:ASSIGNMENT CONFIG|BEGIN (?:QUESTION|ASSIGNMENT))\b/m;
const IS_MARKED = /\b(?:BEGIN|END) [A-Z]|#[ \t]{0,20}SOLUTION|HIDDEN|hidden test|ASSIGNMENT CONFIG|nbgrader|\bexercise[ \t]{0,20}[=:]/i;
/** The first line of a cell that is wholly a solution, or wholly a test. */
const WHOLE = { solution: /^#+[ \t]*SOLUTION[ \t]*$/, tests: /^#+[ \t]*(?:HIDDEN\b|[Hh]idden [Tt]ests?\b)/ } as const;
const OTTER_TEST = /^#+[ \t]*tests?[ \t#]*$/i;
/** What nbgrader puts in the place of a solution. */
const STUB = /YOUR CODE HERE[^\n]{0,50}\n[ \t]*(?:raise NotImplementedError\b|stop\(|error\()|^YOUR ANSWER HERE$/;

/** Whether a text is what starts a question or the settings of otter-grader. */
export function isOtterSettings(text: string): boolean {
  return SETTINGS.test(text);
}

/** Reads the mark in a line, as of a raw cell: what begins or ends there. */
export function readMark(text: string): { readonly isBegin: boolean; readonly part: HiddenPart | null; readonly rest: string } | null {
  const [, side, name = '', rest = ''] = MARK.exec(text) ?? [];
  return side === undefined ? null : { isBegin: side === 'BEGIN', part: PARTS[name] ?? null, rest };
}

/** The role of a cell from what nbgrader stores with it. */
export function roleOf({ grade, solution }: { readonly grade: boolean; readonly solution: boolean }): CellRole {
  return solution ? 'solution' : grade ? 'tests' : null;
}

/**
 * The code of a cell as learners may see it, with an ellipsis for each solution.
 *
 * @param around what nbgrader says about the cell, or which part of otter-grader's it is in
 * @returns the part that all of it is, if it is left out
 */
export function openCode(lines: readonly Line[], around: HiddenPart | CellRole, isOtter: boolean): OpenedLines | HiddenPart {
  const first = lines.find(({ text }) => text.trim() !== '' && !/^[ \t]*#\|/.test(text))?.text.trim() ?? '';
  if (around === 'scheme') return around;
  if (around === 'tests' || WHOLE.tests.test(first) || (isOtter && OTTER_TEST.test(first))) return 'tests';
  if (WHOLE.solution.test(first)) return 'solution';
  if (SETTINGS.test(first)) return 'settings';
  const opened = openLines(lines);
  const isWhole =
    around === 'solution' &&
    opened.found.size === 0 &&
    !STUB.test(
      lines
        .map(({ text }) => text)
        .join('\n')
        .trim(),
    );
  return isWhole ? 'solution' : opened;
}

/** The lines outside marked parts. A part without an end goes to the end of the code. */
function openLines(lines: readonly Line[]): OpenedLines {
  const kept: Line[] = [];
  const found = new Set<HiddenPart>();
  let inside: HiddenPart | null = null;
  for (const line of lines) {
    const [, side, name = '', rest = ''] = MARK.exec(line.text) ?? MARK_AFTER_CODE.exec(line.text) ?? [];
    const part = PARTS[name] ?? null;
    const isLine = side === undefined && SOLUTION_LINE.test(line.text);
    if (inside === null && ((side === 'BEGIN' && part !== null) || isLine)) {
      found.add(part ?? 'solution');
      if ((part ?? 'solution') === 'solution' && !`${rest}${line.text}`.includes('NO PROMPT')) kept.push(ellipsisFor(line));
      if (!isLine) inside = part;
    } else if (side === 'END' && part === inside) inside = null;
    else if (side === undefined && inside === null) kept.push(line);
  }
  return { lines: kept, found };
}

/** Where learners write: `x = ...`. */
function ellipsisFor({ text, from }: Line): Line {
  const start = ASSIGNED.exec(text)?.[0] ?? '';
  return { text: `${start}${start.trim() === '' ? '' : ' '}...`, from };
}

const FENCE = /^([ \t]*(?:(?:\d{1,9}[.)]|[-*+])[ \t]{1,4})?)(`{3,}|~{3,})([^`\n]{0,2000})$/;
/** A document has exercises of learnr (`exercise=TRUE`) or quarto-live (`#| exercise: sum`). */
const TUTORIAL = /^[ \t]*(?:`{3}[^\n]{0,500}\bexercise[ \t]{0,20}=[ \t]{0,20}T|#\|[ \t]{0,20}exercise[ \t]{0,20}:)/m;
/** In lines. */
const LONGEST_SETTINGS = 100;
const OUTPUT_FENCE = /^\{?[ \t]*\.?(?:output|stdout|stderr|error|traceback)\b/i;

/** A Markdown text without the solutions and tests of graded notebooks, in blocks of code and between marks in the text. */
export function withoutGradedParts(text: string, note: NoteLine): ConvertedText {
  if (!IS_MARKED.test(text)) return { text, lineOf: (line) => line };
  const lines = new GradedText(text, note).lines;
  return { text: lines.map((line) => line.text).join('\n'), lineOf: (line) => lines[line - 1]?.from ?? line };
}

class GradedText {
  readonly lines: Line[] = [];
  readonly #given: readonly Line[];
  readonly #note: NoteLine;
  readonly #isOtter: boolean;
  readonly #isTutorial: boolean;
  /** The part that marks in the text say the next lines are; null: none. */
  #inside: HiddenPart | null = null;
  /** What a block break of MyST says about the next cell. */
  #role: CellRole = null;
  /** Its output would show what was left out of the code before. */
  #leavesOutput = false;

  constructor(text: string, note: NoteLine) {
    this.#given = text.split('\n').map((line, index) => ({ text: line, from: index + 1 }));
    this.#note = note;
    this.#isOtter = isOtterSettings(text);
    this.#isTutorial = TUTORIAL.test(text);
    for (let at = 0; at < this.#given.length;) at = this.#take(at);
  }

  /** @returns the index of the next line to take */
  #take(at: number): number {
    const line = this.#given[at] as Line;
    const fence = FENCE.exec(line.text);
    if (fence) return this.#takeFence(at, fence);
    if (line.text.trim() !== '') this.#leavesOutput = false;
    if (line.text.startsWith('+++')) this.#startCell(line);
    const end = this.#endOfSettings(at);
    if (end === null) this.#takeLine(line);
    else this.#leaveOut('settings', line);
    return end ?? at + 1;
  }

  #takeLine(line: Line): void {
    const mark = readMark(line.text);
    if (mark?.part && mark.isBegin) {
      if (this.#inside === null) this.#leaveOut(mark.part, line);
      this.#inside ??= mark.part;
    } else if (mark) this.#inside = mark.part === this.#inside ? null : this.#inside;
    else if (SETTINGS.test(line.text)) this.#leaveOut('settings', line);
    else if (this.#inside === null && this.#role === null) this.lines.push(line);
  }

  /** Metadata of a cell: `+++ {"nbgrader": {"grade": true}}`. */
  #startCell(line: Line): void {
    this.#role = roleIn(line.text);
    if (this.#role !== null) this.#leaveOut(this.#role, line);
  }

  #takeFence(at: number, [, , marks = '', info = '']: RegExpExecArray): number {
    const end = endOfFence(this.#given, at, marks) ?? this.#given.length;
    const isOutput = OUTPUT_FENCE.test(info.trim());
    if (isOutput && this.#leavesOutput) return end;
    const first = this.#given[at] as Line;
    const isClosed = end > at + 1 && FENCE.test(this.#given[end - 1]?.text ?? '');
    const code = this.#given.slice(at + 1, isClosed ? end - 1 : end);
    const isCell = info.includes('{');
    // A cell ends what a block break said about text.
    if (isCell) this.#role = roleIn(`${info}\n${nbgraderOptions(code)}`);
    const tutorial = this.#isTutorial ? tutorialPart(info, code) : null;
    const opened = tutorial ?? openCode(code, this.#inside ?? this.#role, this.#isOtter);
    this.#leavesOutput = typeof opened === 'string' || opened.found.size > 0;
    if (typeof opened === 'string') this.#leaveOut(opened, first);
    else {
      for (const part of opened.found) this.#leaveOut(part, first);
      this.lines.push(first, ...opened.lines, ...this.#given.slice(isClosed ? end - 1 : end, end));
    }
    if (isCell) this.#role = null;
    return end;
  }

  /** The index after a comment with settings of otter-grader; null: none starts here. */
  #endOfSettings(at: number): number | null {
    if (!this.#given[at]?.text.trimStart().startsWith('<!--')) return null;
    const lines = this.#given.slice(at, at + LONGEST_SETTINGS).map(({ text }) => text);
    const end = lines.findIndex((text) => text.includes('-->')) + 1;
    return SETTINGS.test(lines.slice(0, end).join('\n')) ? at + end : null;
  }

  #leaveOut(part: HiddenPart, { from }: Line): void {
    this.#note(from, leftOutReason(part));
  }
}

/** The part that a chunk is of an exercise of learnr or quarto-live: `{r sum-solution}`, `#| check: true`; null: another chunk. */
function tutorialPart(info: string, code: readonly Line[]): HiddenPart | null {
  const { values } = readChunkValues(info, code.map(({ text }) => text).join('\n'));
  const label = values.get('label') ?? '';
  if (values.get('solution') === 'true' || label.endsWith('-solution')) return 'solution';
  return values.get('check') === 'true' || /-(?:code-|error-)?(?:check|tests?)$/.test(label) ? 'tests' : null;
}

/** What a chunk or a block break says in the words of nbgrader. */
function roleIn(options: string): CellRole {
  if (!options.includes('nbgrader')) return null;
  const is = (name: string) => new RegExp(`\\b${name}["']?[ \\t]{0,20}[:=][ \\t]{0,20}true\\b`, 'i').test(options);
  return roleOf({ grade: is('grade'), solution: is('solution') });
}

/** The options at the start of a cell's code, between dashes or as comments. */
function nbgraderOptions(code: readonly Line[]): string {
  const text = code
    .slice(0, 40)
    .map((line) => line.text)
    .join('\n');
  return /^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? /^(?:[ \t]*(?:#\||:)[^\n]*\n?)+/.exec(text)?.[0] ?? '';
}
