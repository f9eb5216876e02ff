import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { inWays } from '../../testing/matrix.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';

type Cells = RunnerRunRequest['earlier'];
const cells = (...codes: string[]): Cells => codes.map((code, index) => ({ name: `screen ${index + 1}`, code, may_fail: false }));
const failing = (code: string): Cells => [{ name: 'screen 1', code, may_fail: true }];

inWays(['cold, as root', 'warm, as root'], 'Python', (runner) => {
  describe('code of earlier screens', () => {
    it('runs first and silently, in the same namespace', async () => {
      const before =
        'import os, sys, matplotlib.pyplot as plt\nprint("early")\nprint("early", file=sys.stderr)\nos.system("echo early")\nplt.plot([1])\nplt.show()\nplt.figure()\nx = [1]';
      const outcome = await runner().run('print(x)\n1 / 0', { earlier: cells(before, 'x.append(2)'), preamble: ['x.append(3)'] });
      expect(outcome).toMatchObject({ output: '[1, 2, 3]\n', stderr: '', images: [], error: { line: 2, name: 'ZeroDivisionError' } });
    });

    it('keeps what it defined before an error that is okay, and goes on', async () => {
      const earlier = [...failing('x = 5\nraise ValueError("on purpose")\nx = 6'), ...cells('y = x + 1\nimport sys\nsys.exit()', 'z = y')];
      expect(await runner().run('print(x, y, z)', { earlier })).toMatchObject({ output: '5 6 6\n', error: null });
    });

    it('ends the run with an error that is not okay, and names its screen', async () => {
      const { error, output } = await runner().run('print("never")', { earlier: cells('x = 1', 'x / 0') });
      expect({ error, output }).toMatchObject({ output: '', error: { name: 'ZeroDivisionError', line: null } });
      expect(error?.traceback).toContain('File "screen 2", line 1');
    });

    it('has the time limit for itself', async () => {
      const half = 'import time\ntime.sleep(1.2)';
      expect(await runner().run(`${half}\nprint("done")`, { earlier: cells(half), limits: { wall_seconds: 2 } })).toMatchObject({
        output: 'done\n',
        error: null,
      });
      const { error } = await runner().run('1', { earlier: failing('while True: pass'), limits: { wall_seconds: 1 } });
      expect(error).toMatchObject({ name: 'TimeLimit', line: null });
    });

    it('runs before the answer of a check too', async () => {
      const outcome = await runner().run('y = x + 1', {
        earlier: cells('print("early")\nx = 1'),
        checks: { custom: 'variable_value("y")', legacy: null, unit: null, answer_code: 'y = x + 1' },
      });
      expect(outcome).toMatchObject({ output: '', custom: { error: null, results: [{ pass: true }] } });
    });
  });
});

describe('a process that has run the code of earlier screens', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await startTestRunner();
  });
  afterAll(() => runner.close());

  const WAIT = { timeout: 50_000, interval: 100 };
  const SAYS_HOW = 'print("prepared.py" in open("/proc/self/cmdline").read())\n';

  /** Runs code until a prepared process ran it, and returns the rest of its output. */
  async function prepared(code: string, request: Partial<RunnerRunRequest>): Promise<string> {
    let rest = '';
    await vi.waitFor(async () => {
      const { output } = await runner.run(SAYS_HOW + code, request);
      expect(output).toMatch(/^True\n/);
      rest = output.slice('True\n'.length);
    }, WAIT);
    return rest;
  }

  it('waits for the next run after the same code, and is changed by none', async () => {
    const earlier = cells('import os\nx = [1]\nprint("early")', 'x.append(2)');
    const code = 'print(x, os.listdir("/work"))\nx.append(3)\nopen("/work/left", "w").close()';
    for (let time = 0; time < 3; time += 1) expect(await prepared(code, { earlier })).toBe('[1, 2] []\n');
  });

  it('is another one for other code, and for other files', async () => {
    const [one, other] = [await runner.send('one'), await runner.send('other')];
    const earlier = cells('text = open("data.txt").read()');
    const withFile = (sha256: string) => ({ earlier, files: [{ name: 'data.txt', sha256 }] });
    expect(await prepared('print(text)', withFile(one))).toBe('one\n');
    expect((await runner.run('print(text)', withFile(other))).output).toBe('other\n');
    expect((await runner.run('print(text)', { ...withFile(one), earlier: cells('text = "code"') })).output).toBe('code\n');
  });

  it('judges, and reports errors of both codes, as other processes do', async () => {
    const checks = { custom: 'variable_value("y", 2)', legacy: null, unit: null, answer_code: '' };
    const good = { earlier: cells('x = 1'), checks };
    await prepared('', good);
    expect(await runner.run('y = x + 1\n1 / 0', good)).toMatchObject({ error: { line: 2 }, custom: { results: [{ pass: true }] } });
    const bad = { earlier: cells('x = 1', 'x / 0') };
    await runner.run('', bad);
    await vi.waitFor(async () => {
      // The last ones are prepared: an error of the earlier code doesn't keep them from waiting.
      const { slots } = await runner.health();
      expect(slots.reduce((sum, { idle }) => sum + idle, 0)).toBeGreaterThan(0);
    }, WAIT);
    expect((await runner.run('print(1)', bad)).error).toMatchObject({ name: 'ZeroDivisionError', line: null });
  });

  it('has the memory and the time limit of a run', async () => {
    const request = { earlier: cells('x = 1') };
    await prepared('', request);
    const limits = { memory_bytes: 256 * 1024 * 1024, wall_seconds: 1 };
    expect((await runner.run('b = bytearray(2 ** 30)', { ...request, limits })).error).toMatchObject({ name: 'MemoryError' });
    expect((await runner.run('while True: pass', { ...request, limits })).error).toMatchObject({ name: 'TimeLimit', line: 1 });
  });
});
