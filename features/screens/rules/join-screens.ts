import { LIMITS } from '#platform/contract/limits.ts';
import type { AnswerOutput, ScreenFields } from '../contract/screens.ts';

/** A screen as far as it can be joined with another. */
export interface JoinableScreen {
  readonly fields: ScreenFields;
  readonly attached: {
    readonly questions: readonly unknown[];
    readonly skills: readonly unknown[];
    readonly tests: readonly unknown[];
    readonly answer_variables: readonly unknown[];
    readonly answer_output: AnswerOutput | null;
  };
}

/** Two screens as one. */
interface JoinedScreen {
  /** Which of the two stays, with everything that belongs to it. */
  readonly kept: 'first' | 'second';
  readonly fields: ScreenFields;
  readonly answer_output: AnswerOutput | null;
}

/** Why two screens can't be one. */
export type JoinProblem = 'both have more' | 'too long';

/** Texts of which the second follows the first. */
const TEXTS = [
  'body_markdown',
  'instructions_markdown',
  'hint_markdown',
  'success_markdown',
  'setup_code',
  'display_code',
  'initial_code',
  'inputs',
  'answer_code',
] as const satisfies readonly (keyof ScreenFields)[];
/** Texts without which a screen has only text and code. */
const MORE = [
  'chat_prompt',
  'values',
  'custom_check_code',
  'legacy_check_code',
  'unit_test_code',
  'format_code_run',
] as const satisfies readonly (keyof ScreenFields)[];

/** Joins two screens that follow each other: their texts and code in order. The one that goes can have only text and code. */
export function joinScreens(first: JoinableScreen, second: JoinableScreen): JoinedScreen | JoinProblem {
  const kept = isPlain(second) ? 'first' : isPlain(first) ? 'second' : null;
  if (kept === null) return 'both have more';
  const { attached, fields: base } = kept === 'first' ? first : second;
  const [one, other] = [first.fields, second.fields];
  const isCode = (fields: ScreenFields) => fields.type === 'code';
  const both = isCode(one) && isCode(other);
  const any = (of: (fields: ScreenFields) => boolean) => [one, other].some((fields) => isCode(fields) && of(fields));
  const texts = Object.fromEntries(
    TEXTS.map((name) => [name, joined(one[name], name === 'body_markdown' ? bodyOf(one, other) : other[name])]),
  );
  const fields: ScreenFields = {
    ...base,
    ...texts,
    title: one.title || other.title,
    type: isCode(one) || isCode(other) ? 'code' : base.type,
    should_run_display_code: any((of) => of.should_run_display_code),
    error_okay: any((of) => of.error_okay),
    initially_passing: any((of) => of.initially_passing),
    runs_after: (isCode(one) ? one : other).runs_after,
  };
  if (TEXTS.some((name) => fields[name].length > LIMITS.textMax)) return 'too long';
  // The output of both together is known only after a run.
  return {
    kept,
    fields,
    answer_output: both ? null : (attached.answer_output ?? (kept === 'first' ? second : first).attached.answer_output),
  };
}

function isPlain({ fields, attached }: JoinableScreen): boolean {
  const { questions, skills, tests, answer_variables } = attached;
  if ([questions, skills, tests, answer_variables].some((list) => list.length > 0)) return false;
  if (MORE.some((name) => fields[name].trim() !== '')) return false;
  return !fields.check_output && (fields.check_val ?? '') === '' && fields.remote_run_code === null && fields.starts_from === null;
}

/** The text of the second screen, under its title unless that only counts the screens of a heading: `Loops (2)`. */
function bodyOf(one: ScreenFields, { title, body_markdown }: ScreenFields): string {
  const isCounted = title.replace(COUNT, '') === one.title.replace(COUNT, '');
  return title === '' || one.title === '' || isCounted ? body_markdown : joined(`## ${title}`, body_markdown);
}

const COUNT = /\s{1,5}\(\d{1,4}\)$/;

function joined(one: string, other: string): string {
  if (one.trim() === '' || other.trim() === '') return one.trim() === '' ? other : one;
  return `${one.trimEnd()}\n\n${other.replace(/^(?:[ \t]*\n)+/, '')}`;
}

/** The text of a screen in two parts. */
interface SplitText {
  readonly before: string;
  /** From the heading that the second part starts with, or counted. */
  readonly title: string;
  readonly after: string;
}

/**
 * Splits the text of a screen before the paragraph or heading with a line; null: there is nothing before or after it.
 *
 * @param line counts from 1
 */
export function splitText({ title, body_markdown }: Pick<ScreenFields, 'title' | 'body_markdown'>, line: number): SplitText | null {
  const lines = body_markdown.split(/\r\n|\n|\r/);
  const start = startsOfParagraphs(lines).findLast((at) => at < line) ?? 0;
  const before = lines.slice(0, start).join('\n').trimEnd();
  const after = lines.slice(start);
  if (before.trim() === '' || after.every((each) => each.trim() === '')) return null;
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(after[0] ?? '')?.[1];
  const named =
    heading
      ?.trimEnd()
      .replace(/[ \t]#+$/, '')
      .replace(/[`*]/g, '')
      .trim() ?? '';
  return {
    before,
    title: (named === '' ? counted(title) : named).slice(0, LIMITS.titleMax),
    after: (named === '' ? after : after.slice(1)).join('\n').replace(/^(?:[ \t]*\n)+/, ''),
  };
}

function counted(title: string): string {
  if (title === '') return '';
  const count = Number(/\((\d{1,4})\)$/.exec(title)?.[1] ?? 1) + 1;
  const bare = title.replace(COUNT, '');
  return `${bare.slice(0, LIMITS.titleMax - 8)} (${count})`;
}

/** The lines, from 0, that start a heading or a paragraph outside of listings and boxes. */
function startsOfParagraphs(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let fence = '';
  let boxes = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const marks = /^(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    if (fence !== '') {
      if (marks.startsWith(fence) && text === marks) fence = '';
      continue;
    }
    const isStart = text !== '' && boxes === 0 && (/^ {0,3}#{1,6}[ \t]/.test(line) || (lines[at - 1] ?? '').trim() === '');
    if (isStart && /^ {0,3}\S/.test(line)) starts.push(at);
    if (marks !== '') fence = marks;
    else if (/^:{3,}[ \t]*$/.test(text)) boxes = Math.max(0, boxes - 1);
    else if (/^:{3,}[^:]/.test(text)) boxes++;
  }
  return starts;
}
