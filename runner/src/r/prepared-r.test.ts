import { beforeAll, describe, expect, it } from 'vitest';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { usualRunner } from '../../testing/matrix.ts';
import { runPrepared } from '../../testing/prepared-run.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const cells = (...codes: string[]): RunnerRunRequest['earlier'] =>
  codes.map((code, index) => ({ name: `screen ${index + 1}`, code, may_fail: false }));

describe('an R that has run the code of earlier screens', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await usualRunner();
  });

  const SAYS_HOW = 'cat(any(grepl("prepared", readLines("/proc/1/cmdline", warn = FALSE, skipNul = TRUE))), "\\n")\n';

  type Request = Parameters<TestRunner['run']>[1];
  const runR = (code: string, request: Request) => runner.run(code, { language: 'r', ...request });

  /** In the background, where no R is prepared for a next run. */
  const UNPREPARED = { is_background: true };
  const prepared = (code: string, request: Request) =>
    runPrepared(runner, 'R ', (text) => runR(text, request), code, { asks: SAYS_HOW, says: 'TRUE \n' });

  it('waits for the next run after the same code, and is changed by none', async () => {
    const earlier = cells('x <- 1\nprint("early")\nplot(x)', 'x <- c(x, 2)\ny <- if (exists("z")) z else 0');
    const code = 'cat(x, y, length(dir("/work")))\nz <- 3\nx <- 4\nfile.create("/work/left")\ninvisible()';
    for (let time = 0; time < 2; time += 1) expect((await prepared(code, { earlier })).output).toBe('1 2 0 0[1] TRUE\n');
  });

  it('is another one for other code, and for other files', async () => {
    const [one, other] = [await runner.send('one\n'), await runner.send('other\n')];
    const earlier = cells('text <- readLines("data.txt")');
    const withFile = (sha256: string) => ({ earlier, files: [{ name: 'data.txt', sha256 }] });
    expect((await prepared('cat(text)', withFile(one))).output).toBe('one');
    expect((await runR('cat(text)', withFile(other))).output).toBe('other');
    expect((await runR('cat(text)', { ...withFile(one), earlier: cells('text <- "code"') })).output).toBe('code');
  });

  it('draws, judges, and reports errors of both codes, as other processes do', async () => {
    const checks = { custom: null, legacy: 'stopifnot(y == 2)', unit: null, answer_code: '' };
    const earlier = cells('x <- 1\nplot(1)', 'y <- x\nstop("early\\n on")\ny <- 9', 'f(');
    const reported = [
      { name: 'screen 2', message: 'Error: early on' },
      { name: 'screen 3', message: expect.stringContaining('SyntaxError: unexpected end of input') as string },
    ];
    expect(await runR('cat(x, y)', { earlier, ...UNPREPARED })).toMatchObject({ output: '1 1', error: null, earlier_errors: reported });
    expect(await prepared('cat(x, y)\ny <- x + 1\nplot(y)\nstop("late")', { earlier, checks })).toMatchObject({
      output: '1 1',
      error: { line: 5, message: 'late' },
      legacy: { results: [{ pass: true }] },
      images: [expect.anything()],
      earlier_errors: reported,
    });
  });

  it('reports no error that is okay, and ends at a limit of memory', async () => {
    const [code] = cells('x <- 1\nstop("early")');
    const okay = [{ ...code!, may_fail: true }];
    expect(await runR('cat(x)', { earlier: okay, ...UNPREPARED })).toMatchObject({ output: '1', earlier_errors: [] });
    const large = cells('stop("early")', 'x <- numeric(2 ^ 36)');
    expect(await runR('cat("never")', { earlier: large, ...UNPREPARED })).toMatchObject({
      output: '',
      limit: 'memory',
      earlier_errors: [{ name: 'screen 1', message: 'Error: early' }],
    });
  });

  it('has the memory and the time limit of a run', async () => {
    // Both codes together take longer than one may take.
    const limits = { memory_bytes: 512 * 1024 * 1024, wall_seconds: 5 };
    const request = { earlier: cells('Sys.sleep(3)'), limits };
    const { output } = await prepared('Sys.sleep(3)\ncat(tryCatch(numeric(2 ^ 28), error = conditionMessage))', request);
    expect(output).toContain('cannot allocate');
    expect((await prepared('Sys.sleep(60)', request)).error).toMatchObject({ name: 'TimeLimit', line: 2 });
  });

  it('is not kept if the code never ends, or leaves our program', async () => {
    const endless = { earlier: cells('Sys.sleep(60)'), limits: { wall_seconds: 1 } };
    for (let time = 0; time < 2; time += 1) expect((await runR('1', endless)).error).toMatchObject({ name: 'TimeLimit', line: null });
    const jumping = { earlier: cells('x <- 1\ninvokeRestart("abort")') };
    for (let time = 0; time < 2; time += 1) expect((await runR('cat(x)', jumping)).output).toBe('');
  });
});
