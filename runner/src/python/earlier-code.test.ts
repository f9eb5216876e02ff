import { beforeAll, describe, expect, it } from 'vitest';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { earlierCells } from '../../testing/earlier-cells.ts';
import { inWays, usualRunner } from '../../testing/matrix.ts';
import { runPrepared } from '../../testing/prepared-run.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

type Cells = RunnerRunRequest['earlier'];
const failing = (code: string): Cells => earlierCells({ code, may_fail: true });

/** In the background, so that no process is prepared for a next run, which takes longer than the run itself. */
const run = (runner: TestRunner, code: string, request: Parameters<TestRunner['run']>[1]) =>
  runner.run(code, { ...request, is_background: true });

inWays(['cold, as root', 'warm, as root'], 'Python', (runner) => {
  describe('code of earlier screens', () => {
    it('runs first and silently, in the same namespace', async () => {
      const before =
        'import os, sys, matplotlib.pyplot as plt\nprint("early")\nprint("early", file=sys.stderr)\nos.system("echo early")\nplt.plot([1])\nplt.show()\nplt.figure()\nx = [1]';
      const outcome = await run(runner(), 'print(x)\n1 / 0', { earlier: earlierCells(before, 'x.append(2)'), preamble: ['x.append(3)'] });
      expect(outcome).toMatchObject({ output: '[1, 2, 3]\n', stderr: '', images: [], error: { line: 2, name: 'ZeroDivisionError' } });
    });
  });
});

// It is the same program, however its process began.
inWays(['warm, as root'], 'Python', (runner) => {
  describe('code of earlier screens', () => {
    it('closes its figures without drawing them, and the code draws its own', async () => {
      const line = 'class Line(plt.Line2D):\n  def draw(self, to):\n    drawn.append(1)\n    super().draw(to)';
      const plot = 'fig, axes = plt.subplots()\naxes.add_line(Line([0, 1], [0, 1]))';
      const earlier = earlierCells(
        `import matplotlib.pyplot as plt\ndrawn = []\n${line}`,
        `${plot}\nplt.show()\n${plot}\nfig.show()`,
        plot,
      );
      const outcome = await run(runner(), `print(len(drawn), plt.get_fignums())\n${plot}\nplt.show()\nprint(len(drawn) > 0)`, { earlier });
      expect(outcome).toMatchObject({ output: '0 []\nTrue\n', error: null, earlier_errors: [], images: [expect.any(String)] });
    });

    it('keeps what it defined before an error that is okay, and goes on', async () => {
      const earlier = [
        ...failing('x = 5\nraise ValueError("on purpose")\nx = 6'),
        ...earlierCells('y = x + 1\nimport sys\nsys.exit()', 'z = y'),
      ];
      expect(await run(runner(), 'print(x, y, z)', { earlier })).toMatchObject({ output: '5 6 6\n', error: null, earlier_errors: [] });
    });

    it('goes on after an error that is not okay, keeps what was defined before it, and reports it', async () => {
      const earlier = earlierCells('x = 1', 'y = x\nx / 0\ny = 9', 'def f(:', 'raise ValueError("a\\n  b")', 'z = y');
      expect(await run(runner(), 'print(x, y, z)\n1 / 0', { earlier })).toMatchObject({
        output: '1 1 1\n',
        error: { name: 'ZeroDivisionError', line: 2 },
        earlier_errors: [
          { name: 'screen 2', message: 'ZeroDivisionError: division by zero' },
          { name: 'screen 3', message: 'SyntaxError: invalid syntax' },
          { name: 'screen 4', message: 'ValueError: a b' },
        ],
      });
      expect(await run(runner(), 'import os\nos._exit(0)', { earlier })).toMatchObject({ earlier_errors: { length: 3 } });
    });

    it('reports errors whose text fails or never ends, and keeps the time limit', async () => {
      const hostile = (body: string) => `class Odd(Exception):\n    def __str__(self): ${body}\nraise Odd()`;
      const earlier = earlierCells(hostile('raise KeyError'), hostile('exec("while True: pass")'));
      expect(await run(runner(), '1', { earlier })).toMatchObject({
        error: null,
        earlier_errors: [
          { name: 'screen 1', message: 'Odd' },
          { name: 'screen 2', message: 'Odd' },
        ],
      });
      const endless = { earlier: earlierCells('1 / 0', 'while True: pass'), limits: { wall_seconds: 1 } };
      expect(await run(runner(), 'print("never")', endless)).toMatchObject({
        output: '',
        limit: 'time',
        error: { traceback: expect.stringContaining('File "screen 2", line 1') as string },
        earlier_errors: [{ name: 'screen 1' }],
      });
    });

    it('ends the run at a limit of memory, unless errors are okay', async () => {
      const code = 'x = 1\nb = bytearray(2 ** 40)';
      expect(await run(runner(), 'print("never")', { earlier: earlierCells(code) })).toMatchObject({
        output: '',
        limit: 'memory',
        error: { name: 'MemoryError', line: null },
        earlier_errors: [],
      });
      expect(await run(runner(), 'print(x)', { earlier: failing(code) })).toMatchObject({ output: '1\n', error: null, earlier_errors: [] });
    });

    it('has the time limit for itself', async () => {
      const half = 'import time\ntime.sleep(2.5)';
      expect(await run(runner(), `${half}\nprint("done")`, { earlier: earlierCells(half), limits: { wall_seconds: 4 } })).toMatchObject({
        output: 'done\n',
        error: null,
      });
      const { error } = await run(runner(), '1', { earlier: failing('while True: pass'), limits: { wall_seconds: 1 } });
      expect(error).toMatchObject({ name: 'TimeLimit', line: null });
    });

    it('ends at its own time limit, even if it ignores that', async () => {
      const deaf = 'import signal, time\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\ntime.sleep(4.5)';
      const outcome = await run(runner(), 'print("never")', { earlier: earlierCells(deaf), limits: { wall_seconds: 3 } });
      expect(outcome).toMatchObject({ output: '', limit: 'time' });
    });

    it('runs before the answer of a check too', async () => {
      const outcome = await run(runner(), 'y = x + 1', {
        earlier: earlierCells('print("early")\nx = 1', '1 / 0'),
        checks: { custom: 'variable_value("y")', legacy: null, unit: null, answer_code: 'y = x + 1' },
      });
      expect(outcome).toMatchObject({
        output: '',
        earlier_errors: [{ name: 'screen 2' }],
        custom: { error: null, results: [{ pass: true }] },
      });
    });
  });
});

describe('a process that has run the code of earlier screens', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await usualRunner();
  });

  const SAYS_HOW = 'print("prepared.py" in open("/proc/self/cmdline").read())\n';

  const prepared = (code: string, request: Parameters<TestRunner['run']>[1]) =>
    runPrepared(runner, 'base 3.', (text) => runner.run(text, request), code, { asks: SAYS_HOW, says: 'True\n' });

  it('waits for the next run after the same code, and is changed by none', async () => {
    const earlier = earlierCells('import os\nx = [1]\nprint("early")', 'x.append(2)');
    const code = 'print(x, os.listdir("/work"))\nx.append(3)\nopen("/work/left", "w").close()';
    for (let time = 0; time < 2; time += 1) expect((await prepared(code, { earlier })).output).toBe('[1, 2] []\n');
  });

  it('is another one for other code, and for other files', async () => {
    const [one, other] = [await runner.send('one'), await runner.send('other')];
    const earlier = earlierCells('text = open("data.txt").read()');
    const withFile = (sha256: string) => ({ earlier, files: [{ name: 'data.txt', sha256 }] });
    expect((await prepared('print(text)', withFile(one))).output).toBe('one\n');
    expect((await runner.run('print(text)', withFile(other))).output).toBe('other\n');
    expect((await runner.run('print(text)', { ...withFile(one), earlier: earlierCells('text = "code"') })).output).toBe('code\n');
  });

  it('judges, and reports errors of both codes, as other processes do', async () => {
    const checks = { custom: 'variable_value("y", 2)', legacy: null, unit: null, answer_code: '' };
    const earlier = earlierCells('x = 1', 'x / 0');
    expect(await prepared('y = x + 1\n1 / 0', { earlier, checks })).toMatchObject({
      error: { line: 3 },
      custom: { results: [{ pass: true }] },
      earlier_errors: [{ name: 'screen 2', message: 'ZeroDivisionError: division by zero' }],
    });
  });

  it('has the memory and the time limit of a run', async () => {
    const limits = { memory_bytes: 256 * 1024 * 1024, wall_seconds: 1 };
    const request = { earlier: earlierCells('x = 1'), limits };
    expect((await prepared('b = bytearray(2 ** 30)', request)).error).toMatchObject({ name: 'MemoryError' });
    expect((await prepared('while True: pass', request)).error).toMatchObject({ name: 'TimeLimit', line: 2 });
  });
});
