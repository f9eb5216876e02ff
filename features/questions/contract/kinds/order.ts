import { codePieces } from '#platform/contract/code-pieces.ts';
import { listing } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { givenLevels, indentLevels } from './line-levels.ts';
import { isSameAnswer } from './same-answer.ts';
import { shuffledIndexes } from './shuffled.ts';
import type { TaskOf } from './tasks.ts';

type OrderTask = TaskOf<'order'>;

/** Lines to put in order, some of them perhaps in any order, others not at all. */
export const ORDER: QuestionKind<'order'> = {
  kind: 'order',
  label: 'Put in order',
  description: 'Learners put lines of text or code in order. Some lines may not belong.',
  empty: () => ({
    kind: 'order',
    lines: [],
    distractors: [],
    checks_indentation: false,
    is_code: true,
    accepts_other_orders: false,
    feedback: [],
  }),
  texts,
  warnings,
  isAnswerable: (task) => rightLines(task).length > 0,
  listings: (task) =>
    task.is_code ? Object.fromEntries([...rightLines(task), ...wrongLines(task)].map(({ path, text }) => [path, [text]])) : {},
  ask: (task, seed, htmlOf) => ({
    kind: 'order',
    lines: shownLines(task, seed).map(({ text }) => text),
    lines_html: allOf(shownLines(task, seed).map(({ path }) => codePieces(htmlOf(path))?.[0])),
    has_indentation: task.checks_indentation,
    is_code: task.is_code,
  }),
  judge,
  program,
  inDocuments: (task, seed) => ({
    asks: 'Put these lines in order. Some may not belong:',
    shown: listing(
      shownLines(task, seed)
        .map(({ text }) => text)
        .join('\n'),
    ),
    answer: listing(task.lines.map(({ text }) => text).join('\n')),
  }),
  solution,
  mutants,
};

/** Each line is colored alone: colors of the whole program would show where a text or comment of several lines belongs. */
interface Line {
  /** Of its text in the task. */
  readonly path: string;
  /** As learners see it. */
  readonly text: string;
  readonly level: number;
  /** The number of its group of neighbors, or of its own; -1: it belongs nowhere. */
  readonly block: number;
}

function texts({ lines, distractors, is_code, feedback }: OrderTask): TaskText[] {
  const format = is_code ? 'code' : 'plain';
  return [
    ...lines.map(({ text }, at): TaskText => ({ path: `lines/${at}/text`, label: `line ${at + 1}`, format, shown: 'before', text })),
    ...distractors.map((text, at): TaskText => ({
      path: `distractors/${at}`,
      label: `distractor ${at + 1}`,
      format,
      shown: 'before',
      text,
    })),
    ...feedbackTexts(feedback),
  ];
}

function shownText({ checks_indentation }: OrderTask, text: string): string {
  return checks_indentation ? text.trim() : text.trimEnd();
}

function allOf<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}

/** The lines in their order, without the blank ones. */
function rightLines(task: OrderTask): Line[] {
  const lines = task.lines.map((line, at) => ({ ...line, path: `lines/${at}/text` })).filter(({ text }) => text.trim() !== '');
  const levels = indentLevels(lines.map(({ text }) => text));
  let block = -1;
  return lines.map(({ path, text, group }, at) => {
    if (group === null || group !== lines[at - 1]?.group) block++;
    return { path, text: shownText(task, text), level: task.checks_indentation ? (levels[at] ?? 0) : 0, block };
  });
}

function wrongLines(task: OrderTask): Line[] {
  return task.distractors
    .map((text, at) => ({ path: `distractors/${at}`, text: shownText(task, text), level: 0, block: -1 }))
    .filter(({ text }) => text.trim() !== '');
}

/** Shuffled; not in an order that is right, if that can be helped. */
function shownLines(task: OrderTask, seed: string): Line[] {
  const right = rightLines(task);
  const all = [...right, ...wrongLines(task)];
  for (let attempt = 0; ; attempt++) {
    const shown = shuffledIndexes(all.length, attempt === 0 ? seed : `${seed}/${attempt}`).flatMap((index) => all.slice(index, index + 1));
    const isRight =
      rightStart(
        right,
        shown.filter(({ block }) => block >= 0),
      ) === right.length;
    if (!isRight || attempt === 20) return shown;
  }
}

/** How many lines at the start are right, whatever their indentation. Equal lines are the same line. */
function rightStart(right: readonly Line[], given: readonly Line[]): number {
  let rest: string[] = [];
  for (const [at, line] of right.entries()) {
    if (line.block !== right[at - 1]?.block) rest = right.filter(({ block }) => block === line.block).map(({ text }) => text);
    const found = rest.indexOf(given[at]?.text ?? '\0');
    if (found < 0) return at;
    rest.splice(found, 1);
  }
  return right.length;
}

/** Lines with their indentation in their text, so that both are compared. */
function withLevels(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, text: `${line.level}:${line.text}` }));
}

/** Whether lines in the right order are indented in a way that Python reads as the right one. */
function isIndented(right: readonly Line[], chosen: readonly Line[]): boolean {
  const levels = givenLevels(chosen.map(({ level }) => level));
  const read = levels && chosen.map((line, at) => ({ ...line, level: levels[at] ?? 0 }));
  return read !== null && rightStart(withLevels(right), withLevels(read)) === right.length;
}

/** The chosen lines with the indentation that they were given; null: these are no chosen lines. */
function chosenLines(task: OrderTask, given: Given, seed: string): Line[] | null {
  const shown = shownLines(task, seed);
  const used = new Set<number>();
  const chosen: Line[] = [];
  for (const each of given) {
    const [, index = '', level = '0'] = /^(\d{1,3})(?::(\d{1,2}))?$/.exec(each) ?? [];
    const line = index === '' ? undefined : shown[Number(index)];
    if (!line || used.has(Number(index))) return null;
    used.add(Number(index));
    chosen.push({ ...line, level: task.checks_indentation ? Number(level) : 0 });
  }
  return chosen;
}

function judge(task: OrderTask, given: Given, seed: string): JudgedTask {
  const right = rightLines(task);
  const chosen = chosenLines(task, given, seed) ?? [];
  const isInOrder = right.length > 0 && chosen.length === right.length && rightStart(right, chosen) === right.length;
  if (isInOrder && isIndented(right, chosen)) return verdict(true);
  const extra = chosen.filter(({ text }) => right.every((line) => line.text !== text));
  return verdict(false, {
    note: isInOrder ? 'The order is right. Check the indentation.' : noteOn(right, chosen, extra.length),
    feedback: feedbackPaths(task.feedback, (answer) => extra.some(({ text }) => isSameAnswer(answer, text, 'exact'))),
  });
}

function noteOn(right: readonly Line[], chosen: readonly Line[], extra: number): string | null {
  if (chosen.length === 0) return 'Choose the lines and put them in order.';
  const start = rightStart(right, chosen);
  if (start === right.length || (extra > 0 && start === 0))
    return extra === 1 ? 'One line does not belong here.' : 'Some lines do not belong here.';
  if (start === chosen.length) return 'These lines are in the right order. Some are missing.';
  if (start === 0) return null;
  return start === 1 ? 'The first line is right.' : `The first ${start} lines are right.`;
}

/** Spaces of a level of indentation. */
const INDENT = ' '.repeat(4);

function program(task: OrderTask, given: Given, seed: string): string | null {
  if (!task.is_code || !task.accepts_other_orders || judge(task, given, seed).isCorrect) return null;
  const chosen = chosenLines(task, given, seed) ?? [];
  // A line that is missing or belongs nowhere is wrong whatever the program does.
  if (chosen.length === 0 || !hasSameLines(chosen, rightLines(task))) return null;
  return `${chosen.map(({ text, level }) => `${INDENT.repeat(level)}${text}`).join('\n')}\n`;
}

function hasSameLines(some: readonly Line[], others: readonly Line[]): boolean {
  const sorted = (lines: readonly Line[]) => JSON.stringify(lines.map(({ text }) => text).toSorted());
  return sorted(some) === sorted(others);
}

function warnings(task: OrderTask): string[] {
  const right = rightLines(task);
  const wrong = wrongLines(task);
  const filled = task.lines.filter(({ text }) => text.trim() !== '');
  const alone = filled.flatMap(({ group }, at) =>
    group !== null && filled[at - 1]?.group !== group && filled[at + 1]?.group !== group ? [at + 1] : [],
  );
  const all = [
    right.length < 2 && 'Add at least two lines.',
    right.length > 1 &&
      wrong.length === 0 &&
      right.every(({ text, block }) => block === 0 || text === right[0]?.text) &&
      'Every order is right.',
    ...alone.map((number) => `Line ${number} is alone in its group. Only adjacent lines in a group can change places.`),
    ...wrong.map(({ text }, at) => right.some((line) => line.text === text) && `Distractor ${at + 1} is also a right line.`),
    task.accepts_other_orders && !task.is_code && 'Other orders are accepted only for lines that are code.',
    task.checks_indentation && right.length > 1 && right.every(({ level }) => level === 0) && 'No line is indented.',
    ...task.feedback.map(
      ({ answer }, at) =>
        answer.trim() !== '' &&
        !wrong.some(({ text }) => isSameAnswer(answer, text, 'exact')) &&
        `Wrong answer ${at + 1} is not a distractor.`,
    ),
  ];
  return all.filter((warning) => warning !== false);
}

function answerOf(task: OrderTask, index: number, level: number): string {
  return task.checks_indentation ? `${index}:${level}` : String(index);
}

function solution(task: OrderTask, seed: string): string[] {
  const shown = shownLines(task, seed);
  const used = new Set<number>();
  return rightLines(task).map(({ text, level }) => {
    const index = shown.findIndex((line, at) => line.text === text && line.block >= 0 && !used.has(at));
    used.add(index);
    return answerOf(task, index, level);
  });
}

function mutants(task: OrderTask, seed: string): Given[] {
  const right = solution(task, seed);
  const swapped = right.slice(1).map((line, at) => right.toSpliced(at, 2, line, right[at] ?? ''));
  const dropped = right.map((_, at) => right.toSpliced(at, 1));
  const added = shownLines(task, seed).flatMap(({ block }, index) => (block < 0 ? [[...right, answerOf(task, index, 0)]] : []));
  const indented = task.checks_indentation ? right.map((line, at) => right.with(at, reindented(line))) : [];
  const wrong = [...swapped, ...indented, ...added, ...dropped, right.toReversed(), []];
  const byText = new Map(wrong.map((given) => [given.join(' '), given]));
  return [...byText.values()].filter((given) => !judge(task, given, seed).isCorrect && program(task, given, seed) === null).slice(0, 20);
}

function reindented(line: string): string {
  const [index = '', level = '0'] = line.split(':');
  return `${index}:${Number(level) === 0 ? 1 : Number(level) - 1}`;
}
