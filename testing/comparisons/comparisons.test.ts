import { execFileSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { QUESTION_KINDS } from '#features/questions/contract/kinds/kinds.ts';
import { readResultTable } from '#features/runs/contract/result-table.ts';
import { checkOutput } from '#features/runs/server/check-output.ts';
import { checkResultTable, rankingNeeded } from '#features/runs/server/check-result-table.ts';
import { checkValue } from '#features/runs/server/check-value.ts';
import { readRowOrder } from '#features/runs/server/row-order.ts';
import { casesOf, COMPARISON_CASES, REWRITES, rewritesOf, unfoundedExceptions } from './comparison-cases.ts';

const { text, blanks, predict, number } = QUESTION_KINDS;

describe('the cases of comparisons', () => {
  it('give a reason for each exception', () => {
    expect(COMPARISON_CASES.filter((each) => unfoundedExceptions(each).length > 0)).toEqual([]);
  });
});

describe('the same cases are judged', () => {
  it.each(casesOf('text', 'output'))('by the output: $what', ({ expected, actual, isSame }) => {
    expect(checkOutput(expected, actual).pass).toBe(isSame);
  });

  it.each(casesOf('sql', 'table'))('by a result table: $what', ({ expected, actual, isSame }) => {
    const order = readRowOrder('SELECT a FROM t', 'sqlite');
    const table = (cell: unknown) => JSON.stringify([['a'], [cell]]);
    expect(checkResultTable(table(expected), table(actual), { order, ranking: null }).pass).toBe(isSame);
  });

  it.each(casesOf('text', 'value'))('by a check value: $what', async ({ expected, actual, isSame }) => {
    const output = actual;
    const check = await checkValue({ pattern: expected, scope: 'stdout', language: 'python', commands: [], output, answer: '' });
    expect(check.pass).toBe(isSame);
  });

  it.each(casesOf('text', 'text_question'))('by a text question: $what', ({ expected, actual, isSame }) => {
    expect(text.judge({ ...text.empty(), answers: [{ text: expected, match: 'exact' }] }, [actual], '').isCorrect).toBe(isSame);
  });

  // A gap is in one line.
  it.each(casesOf('text', 'blanks').filter(({ expected }) => !expected.includes('\n')))(
    'by a gap: $what',
    ({ expected, actual, isSame }) => {
      expect(blanks.judge({ ...blanks.empty(), text: `[[${expected}]]`, match_case: true }, [actual], '').isCorrect).toBe(isSame);
    },
  );

  it.each(casesOf('text', 'predict'))('by a predicted output: $what', ({ expected, actual, isSame }) => {
    expect(predict.judge({ ...predict.empty(), output: expected }, [actual], '').isCorrect).toBe(isSame);
  });

  it.each(casesOf('number', 'number'))('by a number question: $what', ({ expected, actual, isSame }) => {
    expect(number.judge({ ...number.empty(), value: expected }, [actual], '').isCorrect).toBe(isSame);
  });

  it.each(casesOf('number', 'number_gap'))('by a gap for a number: $what', ({ expected, actual, isSame }) => {
    expect(blanks.judge({ ...blanks.empty(), text: `[[#${expected}]]` }, [actual], '').isCorrect).toBe(isSame);
  });
});

// Variables of Python and R: runner/src/python/variables.test.ts and runner/src/r/programs.test.ts.
describe('code in place of the answer', () => {
  it('of queries is accepted and refused as the table of rewrites says', () => {
    using database = new DatabaseSync(':memory:');
    for (const statement of REWRITES.tables) database.exec(statement);
    const run = (code: string): string => {
      const query = database.prepare(code);
      query.setReturnArrays(true);
      return JSON.stringify([query.columns().map(({ name }) => name), ...query.all()]);
    };
    const wrong = rewritesOf('sql').filter(({ answer, code, isSame }) => {
      const order = readRowOrder(answer, 'sqlite');
      const [expected, actual] = [run(answer), run(code)];
      const query = rankingNeeded(expected, actual, answer, order);
      const table = query && readResultTable(run(query.code));
      return checkResultTable(expected, actual, { order, ranking: query && table && { query, table } }).pass !== isSame;
    });
    expect(wrong).toEqual([]);
  });

  it('of a shell is accepted and refused as the table of rewrites says', () => {
    const rewrites = rewritesOf('shell');
    // One process for all: each runs in its own subshell, and the next begins after a mark.
    const script = rewrites.flatMap(({ answer, code }) => [answer, code]).map((code) => `(\n${code}\n)\nprintf '\\0'`);
    const outputs = execFileSync('bash', ['--norc', '-c', script.join('\n')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    }).split('\0');
    const wrong = rewrites.filter(({ isSame }, at) => checkOutput(outputs[2 * at] ?? '', outputs[2 * at + 1] ?? '').pass !== isSame);
    expect(wrong).toEqual([]);
  });
});
