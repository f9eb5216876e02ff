import type { PlainMap } from '#platform/content/yaml/plain.ts';
import type { Language } from '#platform/contract/languages.ts';
import { listing, type CodeExercise, type Note } from './cells.ts';
import type { TestCase } from './checks/test-case.ts';
import { testFields } from './checks/test-fields.ts';
import { readChunkOptions, tagOptions } from './chunk-options.ts';
import { namesOf, type ReadTree } from './code-names.ts';
import {
  isOtterSettings,
  isStub,
  leftOutReason,
  readGradedCode,
  readMark,
  roleOf,
  stubOf,
  wholePart,
  type HiddenPart,
} from './graded-parts.ts';
import type { Line } from './kramdown.ts';
import type { NotebookCell } from './notebook-schema.ts';
import { hasMagics, withoutMagics } from './python-magics.ts';
import { yamlMap } from './yaml-map.ts';

/** A cell of a graded notebook without what learners may not see. */
interface OpenedCell {
  /** Its source is the answer, if it is an exercise. */
  readonly cell: NotebookCell;
  /** Null: it is no exercise. */
  readonly exercise: CodeExercise | null;
}

/** A cell with a solution. */
interface Solution {
  readonly index: number;
  readonly cell: NotebookCell;
  readonly initial: string;
  /** Tests that learners are shown. */
  readonly shown: string[];
  readonly tests: TestCase[];
  readonly messages: string[];
}

interface Question {
  readonly name: string;
  readonly isManual: boolean;
}

/** What a cell says about itself and where it is, as far as its tests need it. */
interface TestCell {
  readonly index: number;
  readonly cell: NotebookCell;
  readonly name: string;
  readonly code: string;
  readonly hidden: string;
}

interface GradedNotebook {
  readonly language: Language | null;
  readonly readTree: ReadTree;
  readonly note: Note;
}

const textOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join('\n');

/**
 * The cells of a notebook of nbgrader or otter-grader: solutions become exercises with what learners start with, and the tests behind them
 * their checks.
 */
export class GradedCells {
  readonly #cells: readonly NotebookCell[];
  readonly #notebook: GradedNotebook;
  readonly #isOtter: boolean;
  readonly #texts = new Map<number, NotebookCell>();
  readonly #solutions = new Map<number, Solution>();
  /** The solution that last gave each name a value. */
  readonly #definedBy = new Map<string, Solution>();
  #last: Solution | null = null;
  /** The part that raw cells say the next cells are; null: none. */
  #inside: HiddenPart | 'prompt' | null = null;
  #question: Question | null = null;
  /** The code that learners get instead of the next solution; null: what is left of it. */
  #prompt: string | null = null;
  readonly #points: string[] = [];

  /** @param cells null: a cell that can't be read */
  constructor(cells: readonly (NotebookCell | null)[], notebook: GradedNotebook) {
    this.#cells = cells.map((cell) => cell ?? EMPTY);
    this.#notebook = notebook;
    this.#isOtter = this.#cells.some((cell) => cell.type !== 'code' && isOtterSettings(cell.source));
    for (const [index, cell] of this.#cells.entries()) this.#take(index, cell);
    if (this.#points.length > 0)
      notebook.note('', `Points have no counterpart in a lesson and were left out: ${this.#points.join(', ').slice(0, 500)}.`);
  }

  /** The cell at this index of the notebook; null: nothing of it is left. */
  open(index: number): OpenedCell | null {
    const solution = this.#solutions.get(index);
    if (solution) return { cell: solution.cell, exercise: this.#exerciseOf(solution) };
    const cell = this.#texts.get(index);
    return cell ? { cell, exercise: null } : null;
  }

  #note(index: number, reason: string): void {
    this.#notebook.note(`Cell ${index + 1}`, reason);
  }

  #take(index: number, given: NotebookCell): void {
    const cell = given.type === 'code' ? given : withoutFence(given);
    if (cell.type === 'raw' && this.#takeMark(cell.source, index)) return;
    if (cell.type === 'code') this.#takeCode(index, cell);
    else this.#takeText(index, cell);
  }

  /** Reads what a raw cell of otter-grader begins or ends. @returns false if it is another one */
  #takeMark(source: string, index: number): boolean {
    const mark = readMark(source.trimStart().split('\n', 1)[0] ?? '');
    if (isOtterSettings(source)) this.#startQuestion(source, index);
    else if (mark) this.#inside = !mark.isBegin ? null : mark.name === 'PROMPT' ? 'prompt' : mark.part;
    if (mark?.name === 'QUESTION' && !mark.isBegin) this.#question = null;
    return mark !== null || isOtterSettings(source);
  }

  #startQuestion(source: string, index: number): void {
    const { name, points, manual } = settingsIn(source);
    this.#prompt = null;
    if (typeof name !== 'string') return this.#note(index, leftOutReason('settings'));
    this.#question = { name, isManual: manual === true };
    if (typeof points === 'number') this.#points.push(`${name.slice(0, 100)} ${points}`);
  }

  #takeCode(index: number, cell: NotebookCell): void {
    if (this.#inside === 'prompt') {
      this.#prompt = [...(this.#prompt === null ? [] : [this.#prompt]), cell.source].join('\n\n');
      return;
    }
    const role = cell.nbgrader && roleOf(cell.nbgrader);
    const name = cell.nbgrader?.grade_id || (this.#question?.name ?? '');
    const { points = null } = cell.nbgrader ?? {};
    if (points !== null && points > 0) this.#points.push(`${name.slice(0, 100)} ${points}`);
    const lines = cell.source.split('\n').map((text, at) => ({ text, from: at + 1 }));
    const whole = wholePart(lines, this.#inside ?? role, this.#isOtter);
    const { language } = this.#notebook;
    const parts = readGradedCode(lines, stubOf(language, this.#isOtter));
    if (whole === 'scheme' || whole === 'settings') return this.#note(index, leftOutReason(whole, cell.nbgrader?.grade_id));
    if (whole === 'tests') return this.#addTests({ index, cell, name, code: textOf(parts.initial), hidden: textOf(parts.tests) });
    if (whole === 'solution' || parts.found.has('solution') || (role === 'solution' && isStub(cell.source)))
      this.#addSolution(index, cell, { answer: textOf(parts.answer), initial: textOf(parts.initial), isWhole: whole !== null });
    else this.#texts.set(index, parts.found.size > 0 ? { ...cell, source: textOf(parts.initial), outputs: [] } : cell);
    if (parts.found.has('tests')) this.#addTests({ index, cell, name, code: '', hidden: textOf(parts.tests) });
    else if (this.#question?.isManual === true || (cell.nbgrader?.grade === true && role === 'solution'))
      this.#note(index, `${name === '' ? 'This exercise' : name.slice(0, 100)} is graded by hand, so its screen has no check.`);
  }

  #addSolution(index: number, cell: NotebookCell, code: { answer: string; initial: string; isWhole: boolean }): void {
    const isStubOnly = !code.isWhole && isStub(cell.source);
    const stub = code.isWhole ? stubOf(this.#notebook.language, this.#isOtter).block.join('\n') : code.initial;
    // What a stub printed is not the output of an answer.
    const answer = isStubOnly ? { ...cell, source: '', outputs: [] } : { ...cell, source: code.answer };
    const solution: Solution = { index, cell: answer, initial: this.#prompt ?? stub, shown: [], tests: [], messages: [] };
    this.#prompt = null;
    this.#solutions.set(index, solution);
    this.#last = solution;
    const { language, readTree } = this.#notebook;
    for (const name of namesOf(readTree, language, isStubOnly ? code.initial : code.answer).defined) this.#definedBy.set(name, solution);
  }

  /** Tests belong to the last exercise that they use a name of, and otherwise to the one before them. */
  #addTests({ index, cell, name, code, hidden }: TestCell): void {
    const test = readTest(code, cell);
    const used = namesOf(this.#notebook.readTree, this.#notebook.language, plain(this.#notebook.language, `${test.code}\n${hidden}`)).used;
    const solution = [...used].reduce<Solution | null>((found, each) => {
      const by = this.#definedBy.get(each);
      return by !== undefined && (found === null || by.index > found.index) ? by : found;
    }, null);
    const tested = solution ?? this.#last;
    if (tested === null) return this.#note(index, leftOutReason('tests', cell.nbgrader?.grade_id));
    const { isHidden, expected, failure, success } = test;
    for (const each of [
      { name, code: test.code, expected, isHidden, failure },
      { name, code: hidden, expected: null, isHidden: true, failure },
    ])
      if (!isOnlyComments(each.code)) tested.tests.push(each);
    if (success !== '' && !tested.messages.includes(success)) tested.messages.push(success);
    // nbgrader shows learners its cells of tests; otter-grader keeps them in files.
    if (!this.#isOtter && !isHidden && test.code.trim() !== '') tested.shown.push(test.code.trim());
  }

  #exerciseOf({ index, cell, initial, shown, tests, messages }: Solution): CodeExercise {
    const { language, readTree } = this.#notebook;
    const cases = tests.map((test) => ({ ...test, code: plain(language, test.code) }));
    const checks: CodeExercise['fields'] | null = cases.length === 0 ? {} : testFields(language, cases, readTree);
    if (checks === null)
      this.#note(index, `The tests of this exercise can’t run in a lesson${language === null ? '' : ` in ${language}`} and were left out.`);
    else if (checks.unit_test_framework === 'testthat') this.#note(index, 'The tests of this exercise need the package testthat.');
    const label = cell.language ?? language ?? '';
    const instructions = shown.length === 0 ? {} : { instructions_markdown: shownTests(label, shown) };
    const success = messages.length === 0 ? {} : { success_markdown: messages.join('\n\n') };
    return { initial, fields: { ...checks, ...instructions, ...success } };
  }

  /** Marks inside the text are for `withoutGradedParts`. */
  #takeText(index: number, cell: NotebookCell): void {
    const isSolution = cell.nbgrader?.solution === true && !/\bBEGIN [A-Z]|^\s*YOUR ANSWER HERE\s*$/.test(cell.source);
    const part = this.#inside === 'prompt' ? null : (this.#inside ?? (isSolution ? 'solution' : null));
    if (part !== null) return this.#note(index, leftOutReason(part, cell.nbgrader?.grade_id));
    const at = cell.source.search(/^[ \t]*\*\*SOLUTION\b:?\*\*/m);
    if (at >= 0) this.#note(index, leftOutReason('solution'));
    this.#texts.set(index, at < 0 ? cell : { ...cell, source: cell.source.slice(0, at).trimEnd() });
  }
}

const EMPTY: NotebookCell = {
  type: 'raw',
  source: '',
  language: null,
  level: null,
  outputs: [],
  tags: [],
  nbgrader: null,
  mark: null,
  attachments: {},
};

function shownTests(label: string, tests: readonly string[]): string {
  return `Your code has to pass these tests:\n\n${listing(label, tests.join('\n\n'))}`;
}

/** otter-grader reads a fence named `otter` as a raw cell. */
function withoutFence(cell: NotebookCell): NotebookCell {
  const inner = /^\s*```otter[ \t]*\n([\s\S]{0,10000}?)\n```\s*$/.exec(cell.source)?.[1];
  return inner === undefined ? cell : { ...cell, type: 'raw', source: inner };
}

/** What otter-grader's settings say, such as `name: q1`. */
function settingsIn(text: string): PlainMap {
  const lines = text.slice(0, 10_000).split('\n');
  const from = lines.findIndex((line) => isOtterSettings(line)) + 1;
  const end = lines.findIndex((line, at) => at >= from && /^\s*(?:```|-->)/.test(line));
  return yamlMap(lines.slice(from, end < 0 ? undefined : end).join('\n'));
}

/** Only signs come before it, as in `""" # BEGIN TEST CONFIG`. */
function startsConfig(line: string): boolean {
  const at = line.toUpperCase().indexOf('BEGIN TEST CONFIG');
  return at >= 0 && !/\w/.test(line.slice(0, at));
}

/** The code of a test, with what otter-grader says about it, and whether the cell hides it by its options. */
function readTest(
  given: string,
  cell: NotebookCell,
): { code: string; expected: string | null; isHidden: boolean; failure: string; success: string } {
  const { isHidden, code } = readChunkOptions('{cell}', given);
  const lines = code.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '');
  const first = lines[start]?.trim() ?? '';
  const end = startsConfig(first) ? lines.findIndex((line) => /END TEST CONFIG\b/i.test(line)) : -1;
  const config = end < 0 ? {} : yamlMap(lines.slice(start + 1, end).join('\n'));
  const isMark = end < 0 && /^#+\s*(?:hidden\b|(?:hidden )?tests?[\s#]*$)/i.test(first);
  const printed = cell.outputs.map((output) => `${output?.text ?? ''}${plainValue(output?.data?.['text/plain'])}`).join('');
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '');
  return {
    code: lines.slice(end >= 0 ? end + 1 : isMark ? start + 1 : 0).join('\n'),
    expected: printed.trim() === '' || cell.nbgrader !== null ? null : printed,
    isHidden: isHidden || tagOptions(cell.tags).isHidden || config['hidden'] === true || (isMark && /hidden/i.test(first)),
    failure: text('failure_message'),
    success: text('success_message'),
  };
}

function plainValue(value: unknown): string {
  return Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
}

/** Without the syntax of notebooks. */
function plain(language: Language | null, code: string): string {
  return hasMagics(language) ? withoutMagics(code).source : code;
}

function isOnlyComments(code: string): boolean {
  return code.split('\n').every((line) => line.trim() === '' || line.trim().startsWith('#'));
}
