import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { endOfFence, type ConvertedText, type Line, numberedLines } from './kramdown.ts';

/**
 * What graders have in the sources of their notebooks and learners never see: solutions, tests and mark schemes of nbgrader and
 * otter-grader.
 */
export type HiddenPart = 'solution' | 'tests' | 'scheme' | 'settings';

/** What nbgrader says about a cell; null: it may be shown. */
export type CellRole = 'solution' | 'tests' | null;

/** The code of a graded cell, taken apart. */
export interface GradedCode {
  /** What learners start with. */
  readonly initial: readonly Line[];
  readonly answer: readonly Line[];
  /** Hidden tests. */
  readonly tests: readonly Line[];
  readonly found: ReadonlySet<HiddenPart>;
}

/** What stands in the place of a solution. */
export interface Stub {
  readonly block: readonly string[];
  /** In the place of the value or the line that `# SOLUTION` ends. */
  readonly value: string;
  readonly line: string;
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
const MARK = /^[^\w`]{0,200}(BEGIN|END) (SOLUTION|HIDDEN TESTS?|TESTS?(?! CONFIG)|MARK SCHEME|PROMPT|QUESTION|IGNORE)\b(.*)$/;
/** In code, a mark may also end a line. */
const MARK_AFTER_CODE = /#[# \t]{0,20}(BEGIN|END) (SOLUTION|HIDDEN TESTS?|MARK SCHEME|PROMPT)\b(.*)$/;
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
/** Lines of otter-grader that only its own version of a notebook has. */
const IGNORED_LINE = /#[ \t]{0,20}IGNORE[ \t]*$/;
const SEED_LINE = /#[ \t]{0,20}SEED[ \t]*$/;
/** What a value is given to: `x`, `a, b`, `df["x"]`. */
const ASSIGNED = /^[ \t]*[A-Za-z_.](?:[\w., \t[\]"']{0,200}?=(?!=)|[\w.$, \t[\]"'()]{0,200}?<-)/;
const SETTINGS = /^[^\w`]{0,200}(?:ASSIGNMENT CONFIG|BEGIN (?:QUESTION|ASSIGNMENT))\b/m;
const IS_MARKED = /\b(?:BEGIN|END) [A-Z]|#[ \t]{0,20}SOLUTION|HIDDEN|hidden test|ASSIGNMENT CONFIG|nbgrader/i;
/** The first line of a cell that is wholly a solution, or wholly a test. */
const WHOLE = { solution: /^#+[ \t]*SOLUTION[ \t]*$/, tests: /^#+[ \t]*(?:HIDDEN\b|[Hh]idden [Tt]ests?\b)/ } as const;
const OTTER_TEST = /^#+[ \t]*tests?[ \t#]*$/i;
const IGNORED_CELL = /^#+[ \t]*ignore[ \t#]*$/i;
/** What nbgrader puts in the place of a solution. */
const STUB = /YOUR CODE HERE[^\n]{0,50}\n[ \t]*(?:raise NotImplementedError\b|stop\(|fail\(|error\()|^YOUR ANSWER HERE$/;

/** What otter-grader shows learners in the place of a solution. */
const OTTER_STUB: Stub = { block: ['...'], value: '...', line: '...' };
/** The same in languages in which `...` is no value. */
const OTTER_STUBS: Partial<Readonly<Record<Language, Stub>>> = {
  r: { block: ['# YOUR CODE HERE'], value: 'NULL # YOUR CODE HERE', line: '# YOUR CODE HERE' },
};
/** What makes a stub of nbgrader fail until learners write their code. */
const FAILS: Partial<Readonly<Record<Language, string>>> = { python: 'raise NotImplementedError()', r: 'fail()' };

/** What otter-grader shows learners in the place of a solution, or nbgrader. @param language null: unknown */
export function stubOf(language: Language | null, isOtter: boolean): Stub {
  if (isOtter) return (language === null ? undefined : OTTER_STUBS[language]) ?? OTTER_STUB;
  const comment = `${language === null ? '#' : LANGUAGES[language].comment} YOUR CODE HERE`;
  const failing = language === null ? undefined : FAILS[language];
  return { block: failing === undefined ? [comment] : [comment, failing], value: '...', line: '...' };
}

/** Whether a text is what starts a question or the settings of otter-grader. */
export function isOtterSettings(text: string): boolean {
  return SETTINGS.test(text);
}

/** Whether code is what learners get instead of a solution. */
export function isStub(code: string): boolean {
  return STUB.test(code.trim());
}

/** Reads the mark in a line, as of a raw cell: what begins or ends there. */
export function readMark(
  text: string,
): { readonly isBegin: boolean; readonly name: string; readonly part: HiddenPart | null; readonly rest: string } | null {
  const [, side, name = '', rest = ''] = MARK.exec(text) ?? [];
  return side === undefined ? null : { isBegin: side === 'BEGIN', name, part: PARTS[name] ?? null, rest };
}

/** The role of a cell from what nbgrader stores with it. */
export function roleOf({ grade, solution }: { readonly grade: boolean; readonly solution: boolean }): CellRole {
  return solution ? 'solution' : grade ? 'tests' : null;
}

/**
 * What all of a cell is, from what is said around it and from its first line; null: a part of it may be shown.
 *
 * @param around what nbgrader says about the cell, or which part of otter-grader's it is in
 */
export function wholePart(lines: readonly Line[], around: HiddenPart | CellRole, isOtter: boolean): HiddenPart | null {
  const first = lines.find(({ text }) => text.trim() !== '' && !/^[ \t]*#\|/.test(text))?.text.trim() ?? '';
  if (around === 'scheme') return around;
  if (around === 'tests' || WHOLE.tests.test(first) || (isOtter && OTTER_TEST.test(first))) return 'tests';
  if (SETTINGS.test(first) || (isOtter && IGNORED_CELL.test(first))) return 'settings';
  if (WHOLE.solution.test(first)) return 'solution';
  if (around !== 'solution') return null;
  const { found } = readGradedCode(lines, OTTER_STUB);
  return found.has('solution') || isStub(lines.map(({ text }) => text).join('\n')) ? null : 'solution';
}

/** Takes the code of a graded cell apart. A part without an end goes to the end of the code. */
export function readGradedCode(lines: readonly Line[], stub: Stub): GradedCode {
  const [initial, answer, tests]: [Line[], Line[], Line[]] = [[], [], []];
  const found = new Set<HiddenPart>();
  let inside = '';
  for (const line of lines) {
    const [, side, name = '', rest = ''] = MARK.exec(line.text) ?? MARK_AFTER_CODE.exec(line.text) ?? [];
    const kind = PARTS[name] ?? name;
    if (side === 'END') inside = kind === inside ? '' : inside;
    else if (side === 'BEGIN' && inside === '') {
      inside = kind === 'QUESTION' ? '' : kind;
      if (PARTS[name] !== undefined) found.add(PARTS[name]);
      const before = MARK.test(line.text) ? '' : line.text.slice(0, MARK_AFTER_CODE.exec(line.text)?.index).trimEnd();
      if (before !== '') (kind === 'tests' ? tests : answer).push({ ...line, text: before });
      if (kind === 'solution' && !rest.includes('NO PROMPT')) initial.push(...indented(stub.block, line));
    } else if (side !== undefined) continue;
    else if (inside === 'solution') answer.push(line);
    else if (inside === 'tests') tests.push(line);
    else if (inside === 'PROMPT') initial.push(line);
    else if (inside !== '' || IGNORED_LINE.test(line.text)) continue;
    else if (SOLUTION_LINE.test(line.text)) {
      found.add('solution');
      answer.push({ ...line, text: line.text.replace(SOLUTION_LINE, '').trimEnd() });
      if (!line.text.includes('NO PROMPT')) initial.push(...promptFor(line, stub));
    } else {
      const isSeed = SEED_LINE.test(line.text);
      answer.push(isSeed ? { ...line, text: line.text.replace(SEED_LINE, '').trimEnd() } : line);
      if (!isSeed) initial.push(line);
    }
  }
  return { initial, answer, tests, found };
}

function indented(block: readonly string[], { text, from }: Line): Line[] {
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  return block.map((each) => ({ text: indent + each, from }));
}

/** Where learners write: `x = ...`. */
function promptFor(line: Line, stub: Stub): Line[] {
  const start = ASSIGNED.exec(line.text)?.[0];
  return start === undefined ? indented([stub.line], line) : [{ text: `${start} ${stub.value}`, from: line.from }];
}

const FENCE = /^([ \t]*(?:(?:\d{1,9}[.)]|[-*+])[ \t]{1,4})?)(`{3,}|~{3,})([^`\n]{0,2000})$/;
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
  /** The part that marks in the text say the next lines are; null: none. */
  #inside: HiddenPart | null = null;
  /** What a block break of MyST says about the next cell. */
  #role: CellRole = null;
  /** Its output would show what was left out of the code before. */
  #leavesOutput = false;

  constructor(text: string, note: NoteLine) {
    this.#given = numberedLines(text);
    this.#note = note;
    this.#isOtter = isOtterSettings(text);
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
    const whole = wholePart(code, this.#inside ?? this.#role, this.#isOtter);
    const opened = readGradedCode(code, OTTER_STUB);
    this.#leavesOutput = whole !== null || opened.found.size > 0;
    if (whole !== null) this.#leaveOut(whole, first);
    else {
      for (const part of opened.found) this.#leaveOut(part, first);
      const shown = opened.found.size > 0 ? opened.initial : code;
      this.lines.push(first, ...shown, ...this.#given.slice(isClosed ? end - 1 : end, end));
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
