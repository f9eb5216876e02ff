import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { arrangements, edited, reallyWrong, WRONG, wrongNumbers } from '#testing/questions/wrong-answers.ts';
import { judgeAnswer } from '../answer-question.ts';
import type { Given } from './asks.ts';
import { kindOf, QUESTION_KINDS } from './kinds.ts';
import { QuestionTask, type TaskOf } from './tasks.ts';

const SEED = '4d2e';
const { order, match } = QUESTION_KINDS;

const entry = <T extends z.ZodRawShape, A extends z.ZodType>(fields: T, answer: A) =>
  z.array(z.strictObject({ ...fields, right: z.array(answer), refused: z.array(z.tuple([answer, z.string()])).default([]) }));
const line = z.tuple([z.string()]).rest(z.number());
const table = z
  .strictObject({
    about: z.string(),
    number: entry({ task: z.record(z.string(), z.unknown()) }, z.string()),
    text: entry({ answers: z.array(z.unknown()) }, z.string()),
    blanks: entry({ task: z.record(z.string(), z.unknown()) }, z.array(z.string())),
    predict: entry({ output: z.string() }, z.string()),
    order: entry(
      {
        lines: z.array(line),
        distractors: z.array(z.string()).default([]),
        checks_indentation: z.boolean().default(false),
        is_code: z.boolean().default(true),
      },
      z.string(),
    ),
    match: z.array(z.strictObject({ pairs: z.array(z.object({ left: z.string(), right: z.string() })), spares: z.array(z.string()) })),
    choice: z.array(z.record(z.string(), z.boolean())),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../../testing/questions/right-answers.json', import.meta.url), 'utf8')));

interface Question {
  readonly name: string;
  readonly task: QuestionTask;
  readonly right: readonly Given[];
  readonly refused: readonly (readonly [given: Given, why: string])[];
}

function question<A>(task: unknown, { right, refused }: { right: A[]; refused: [A, string][] }, given: (answer: A) => Given): Question {
  const parsed = QuestionTask.parse(task);
  return {
    name: JSON.stringify(kindOf(parsed).solution(parsed, SEED)),
    task: parsed,
    right: right.map(given),
    refused: refused.map(([answer, why]) => [given(answer), why] as const),
  };
}

const alone = (answer: string): Given => [answer];
const ORDERS = table.order.map(({ lines, right, refused, ...fields }) => {
  const task = order.empty();
  const full: TaskOf<'order'> = { ...task, ...fields, lines: lines.map(([own, group = null]) => ({ text: own, group })) };
  return question(full, { right, refused }, (answer) => picked(full, answer));
});

/** Numbers of lines, with levels, as the indexes that learners send. */
function picked(task: TaskOf<'order'>, answer: string): string[] {
  const shown = order.ask(task, SEED, String as unknown as () => SafeHtml).lines;
  const used = new Set<number>();
  return answer.split(' ').map((each) => {
    const [at = '', level] = each.split(':');
    const own = task.lines[Number(at) - 1]?.text ?? '';
    const wanted = task.checks_indentation ? own.trim() : own.trimEnd();
    const index = shown.findIndex((other, position) => other === wanted && !used.has(position));
    used.add(index);
    return level === undefined ? String(index) : `${index}:${level}`;
  });
}

const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  number: table.number.map(({ task, ...answers }) => question({ kind: 'number', ...task }, answers, alone)),
  text: table.text.map(({ answers: accepted, ...answers }) => question({ kind: 'text', answers: accepted }, answers, alone)),
  blanks: table.blanks.map(({ task, ...answers }) => question({ kind: 'blanks', ...task }, answers, (each) => each)),
  predict: table.predict.map(({ output, ...answers }) => question({ kind: 'predict', code: 'x', output }, answers, alone)),
  order: ORDERS,
};

const accepts = (task: QuestionTask, given: Given) => kindOf(task).judge(task, given, SEED).isCorrect;

describe.each(Object.entries(QUESTIONS))('%s questions', (_, questions) => {
  it('have at least 60 rewritten right answers, for at least ten questions', () => {
    expect(questions.length).toBeGreaterThanOrEqual(10);
    expect(questions.flatMap(({ right }) => right).length).toBeGreaterThanOrEqual(60);
  });

  it.each(questions)('accept each right answer: $name', ({ task, right }) => {
    expect(kindOf(task).warnings(task)).toEqual([]);
    expect(right.filter((given) => !accepts(task, given))).toEqual([]);
  });

  it.each(questions)('refuse what is refused for a reason: $name', ({ task, refused }) => {
    expect(refused.filter(([given]) => accepts(task, given))).toEqual([]);
  });

  it.each(questions)('refuse 20 mutants: $name', ({ task, right }) => {
    const mutants = mutantsOf(task, right);
    expect(mutants).toHaveLength(WRONG);
    expect(mutants.filter((given) => accepts(task, given))).toEqual([]);
  });
});

/** Wrong answers that are made from right ones, without the judges. */
function mutantsOf(task: QuestionTask, right: readonly Given[]): Given[] {
  const [first = []] = right;
  if (task.kind === 'number') {
    const value = Number(/^-?[\d.]+(?:e\d+)?/.exec(first[0] ?? '')?.[0]);
    const tolerance = Number(task.tolerance) * (task.tolerance_type === 'relative' ? value : 1);
    return wrongNumbers(value, tolerance).map((each) => [`${each} ${task.unit}`]);
  }
  if (task.kind === 'order') {
    const shown = order.ask(task, SEED, String as unknown as () => SafeHtml).lines;
    const textsOf = (given: Given) => given.map((each) => shown[Number(each.split(':')[0])]).join('\n');
    const known = new Set(right.map(textsOf));
    return arrangements(Object.keys(shown))
      .filter((given) => !known.has(textsOf(given)))
      .toSorted((one, other) => other.length - one.length)
      .slice(0, WRONG);
  }
  const isPattern = task.kind === 'text' && task.answers.some((each) => each.match === 'wildcards');
  const wrong = first.map((answer, at) =>
    reallyWrong(
      edited(answer).map((each) => (isPattern ? `${each}x` : each)),
      right.map((given) => given[at] ?? ''),
    ).map((other) => first.with(at, other)),
  );
  // In turns, so that each gap has its share.
  return Array.from({ length: WRONG }, (_, turn) => wrong.flatMap((all) => all.slice(turn, turn + 1)))
    .flat()
    .slice(0, WRONG);
}

describe('match questions', () => {
  const tasks = table.match.map((task) => ({ ...match.empty(), ...task }));

  it.each(tasks)('accept the right choices in each of six orders, and refuse 20 mutants: $pairs.0.left', (task) => {
    expect(match.warnings(task)).toEqual([]);
    for (const seed of ['0', '1', '2', '3', '4', '5']) {
      const { choices } = match.ask(task, seed, (path) => path as unknown as SafeHtml);
      const textOf = (choice: string) =>
        match
          .texts(task)
          .find(({ path }) => path === (choices[Number(choice)] as unknown as string))
          ?.text.trim();
      const right = task.pairs.map((pair) => String(choices.findIndex((_, at) => textOf(String(at)) === pair.right.trim())));
      expect(match.judge(task, right, seed).isCorrect).toBe(true);
      const others = ['', '99', ...Object.keys(choices)];
      const changed = right.flatMap((choice, at) => others.filter((other) => other !== choice).map((other) => right.with(at, other)));
      const mutants = [...changed, right.map(() => '0'), right.map((_, at) => String(at)), [], right.slice(1), [...right.slice(1), '']]
        .filter((given) => given.join(' ') !== right.join(' '))
        .slice(0, WRONG);
      expect(mutants.length).toBeGreaterThanOrEqual(10);
      expect(mutants.filter((given) => match.judge(task, given, seed).isCorrect)).toEqual([]);
    }
  });
});

describe('multiple choice questions', () => {
  it.each(table.choice.map((options) => ({ name: Object.keys(options).join(', '), options })))(
    'accept the right picks in any order, and refuse all others: $name',
    ({ options }) => {
      const answer_options = Object.entries(options).map(([label, valid]) => ({ label, valid, feedback_message: '', skill_id: null }));
      const right = answer_options.flatMap(({ valid }, index) => (valid ? [index] : []));
      const key = (picks: readonly number[]) => picks.toSorted((one, other) => one - other).join(' ');
      const all = arrangements([...answer_options.keys()]);
      const accepted = all.filter((picks) => judgeAnswer({ answer_options }, new Set(picks)).isCorrect);
      expect(accepted).toEqual(all.filter((picks) => key(picks) === key(right)));
    },
  );
});
