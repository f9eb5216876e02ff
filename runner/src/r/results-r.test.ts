import { beforeAll, describe, expect, it } from 'vitest';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

const run = (code: string, request: Partial<RunnerRunRequest> = {}) => runner.run(code, { language: 'r', ...request });
const cell = (number: number, code: string) => ({ name: `screen ${number}`, code, may_fail: false });

it('R is offered with its version', async () => {
  const { languages } = await runner.health();
  expect(languages.r).toMatchObject({ available: true, versions: [expect.stringMatching(/^\d+\.\d+$/)], reason: null });
});

it('lists the installed versions when another one is requested', async () => {
  await expect(runner.events({ language: 'r', language_version: '1.0', code: '1' })).rejects.toThrow(
    /R 1\.0 is not installed on this machine \(it has \d/,
  );
});

describe('a run', () => {
  it('has what runs before its code, and reports all that its code leaves', async () => {
    const outcome = await run(
      'x\nmessage("told")\nwarning("top")\nreadLines(file("stdin"), 1); readLines("stdin")\nscan(quiet = TRUE); scan("stdin", quiet = TRUE)\nplot(1)\nf <- function() {\n  stop("bad value")\n}\nf()\ny <- 9',
      {
        earlier: [cell(1, 'x <- 5\nx\nplot(1)\nstop("early")\nx <- 6'), cell(2, 'y <- x + 1\nquit()')],
        preamble: ['x <- c(x, y)\ncat("silent")'],
        values: ['y'],
        checks: { custom: null, legacy: 'stopifnot(y == 6)\nstopifnot("x is something else" = x == 1)', unit: null, answer_code: '' },
      },
    );
    expect(outcome).toMatchObject({
      output: '[1] 5 6\ncharacter(0)\ncharacter(0)\nnumeric(0)\nnumeric(0)\n',
      stderr:
        'told\nWarning message:\ntop \n' +
        ['readLines', 'readLines', 'scan', 'scan']
          .map(
            (name) =>
              `Warning message:\nThis run has no input, so ${name}() has nothing to read. Set the value in the code. The lesson’s author can add lines in the tab Input. \n`,
          )
          .join(''),
      error: {
        name: 'Error',
        message: 'bad value',
        line: 8,
        traceback: 'Error in f() : bad value\n2: stop("bad value") at script.R#8\n1: f()',
      },
      earlier_errors: [{ name: 'screen 1', message: 'Error: early' }],
      limit: null,
      cut: [],
      custom: null,
      legacy: { error: null, results: [{ pass: true }, { pass: false, feedback: 'x is something else' }] },
    });
    expect(outcome.images.map((image) => image.slice(0, 11))).toEqual(['iVBORw0KGgo']);
    expect(outcome.vars.map(({ name, string_form, value }) => [name, string_form, value !== null])).toEqual([
      ['f', 'function() {\n  stop("bad value")\n}', false],
      ['x', '[1] 5 6', false],
      ['y', '[1] 6', true],
    ]);
  });

  it('streams its output as it is written', async () => {
    const events = await runner.events({
      language: 'r',
      code: 'cat("one\\n")\nSys.sleep(0.3)\nmessage("two")\nSys.sleep(0.3)\ncat("three\\n")',
    });
    expect(events.flatMap((event) => (event.type === 'stdout' || event.type === 'stderr' ? [[event.type, event.text]] : []))).toEqual([
      ['stdout', 'one\n'],
      ['stderr', 'two\n'],
      ['stdout', 'three\n'],
    ]);
  });

  it('gives other random numbers each time, the same ones after set.seed, and no verdict without a check', async () => {
    const request = { checks: { custom: 'anything', legacy: null, unit: null, answer_code: '' } };
    const outcomes = [await run('runif(1)\nset.seed(1)\nrunif(1)', request), await run('runif(1)\nset.seed(1)\nrunif(1)', request)];
    const lines = outcomes.map(({ output }) => output.split('\n'));
    expect(lines[0]?.[0]).not.toBe(lines[1]?.[0]);
    expect(lines[0]?.[1]).toBe(lines[1]?.[1]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ custom: null, legacy: null });
  });

  it('is the same with line breaks of Windows, in each of its codes', async () => {
    const request = { earlier: [cell(1, 'x <- 1\r\nx <- x + 1\r\n')], preamble: ['y <-\r\n  3\r\n'] };
    const checks = { custom: null, legacy: 'stopifnot(x == 2)\r\nstopifnot(y == 3)\r\n', unit: null, answer_code: '' };
    const outcome = await run('x\r\nif (y == 3) {\r\n  y\r\n}\r\nstop("late")', { ...request, checks });
    expect(outcome).toMatchObject({ output: '[1] 2\n[1] 3\n', error: { line: 5 } });
    expect(outcome.legacy?.results.map(({ pass }) => pass)).toEqual([true, true]);
  });

  it('reads the files of the lesson, and cannot change them, but can write into their folders', async () => {
    const sha256 = await runner.send('a,b\n1,2\n');
    const code = [
      'list.files(recursive = TRUE)',
      'read.csv(file = file.path("data", "b.csv"))',
      'write.csv(data.frame(x = 1), "data/new.csv")',
      'list.files("data")',
      'try(cat("x", file = "data.csv"))',
      'try(cat("x", file = "data/b.csv"))',
      'readLines("data/b.csv")',
    ].join('\n');
    const files = [
      { name: 'data.csv', sha256 },
      { name: 'data/b.csv', sha256, own: true as const },
    ];
    const { output, stderr } = await run(code, { files });
    expect(output).toBe('[1] "data.csv"   "data/b.csv"\n  a b\n1 1 2\n[1] "b.csv"   "new.csv"\n[1] "a,b" "1,2"\n');
    expect(stderr.match(/cannot open/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('ends a legacy check that takes too long', async () => {
    const feedback = 'The check did not finish within 1 s, the time limit of this lesson.';
    const checks = { custom: null, legacy: 'repeat {}', unit: null, answer_code: '' };
    const { legacy } = await runner.run('x <- 1', { language: 'r', checks, limits: { wall_seconds: 1 } });
    expect(legacy?.results).toMatchObject([{ pass: false, feedback }]);
  });

  it('that is stopped ends at once, and the next one is fine', async () => {
    const running = runner.events({ language: 'r', code: 'cat("on\\n")\nSys.sleep(100)', id: 'to-stop' });
    const stop = setInterval(() => void runner.call('DELETE', '/runs/to-stop'), 200);
    const events = await running;
    clearInterval(stop);
    expect(events.at(-1)?.type).toBe('stopped');
    expect((await run('1 + 1')).output).toBe('[1] 2\n');
  });
});
