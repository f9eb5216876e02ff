import { beforeAll, describe, expect, it } from 'vitest';
import { type Circumstances, type RunnerRunRequest, RepeatEvent } from '#platform/contract/runner-protocol.ts';
import { usualRunner, inWays } from '../../testing/matrix.ts';
import { buildRequest, type TestRunner } from '../../testing/test-runner.ts';

const USUAL: Circumstances = { hash_seed: null, time_zone: null, locale: null, shift_seconds: 0 };
const DAY = 86_400;
const checked = (legacy: string, answer_code = '') => ({ custom: null, unit: null, legacy, answer_code });

inWays(['warm, as root'], 'code in other circumstances', (runner) => {
  const run = (code: string, change: Partial<Circumstances>, request: Partial<Omit<RunnerRunRequest, 'limits'>> = {}) =>
    runner().run(code, { ...request, circumstances: { ...USUAL, ...change } });

  it.each<[string, Partial<Circumstances>, string, string]>([
    ['a time zone', { time_zone: 'Pacific/Auckland' }, 'import time\nprint(time.tzname)', "('NZST', 'NZDT')\n"],
    ['a locale', { locale: 'C' }, 'import locale\nprint(locale.setlocale(locale.LC_ALL, ""))', 'C\n'],
    ['a hash seed', { hash_seed: 3 }, 'import os\nprint(os.environ["PYTHONHASHSEED"])', '3\n'],
  ])('sees %s', async (_, change, code, output) => {
    expect((await run(code, change)).output).toBe(output);
  });

  it('has another order of sets with another hash seed', async () => {
    const code = 'print([hash(letter) % 8 for letter in "abcdef"])';
    expect((await run(code, { hash_seed: 3 })).output).not.toBe((await runner().run(code)).output);
  });

  it('sees the same date in code, check, answer, database, NumPy and pandas', async () => {
    const now =
      'import datetime, sqlite3, time\nseen = [int(datetime.datetime.now().timestamp()), int(time.time()), time.mktime(time.localtime())]\n';
    const sqlite = "seen.append(int(sqlite3.connect(':memory:').execute(\"select strftime('%s', 'now')\").fetchone()[0]))\n";
    const libraries =
      'import numpy as np, pandas as pd\nseen += [int(np.datetime64("now").astype(int)), pd.Timestamp.now(tz="UTC").timestamp()]\n';
    const code = `${now}${sqlite}${libraries}print(min(seen), max(seen) - min(seen) < 60)`;
    const check = `import time\nassert abs(time.time() - min(seen)) < 60`;
    const outcome = await run(code, { shift_seconds: 366 * DAY }, { checks: checked(check) });
    const expected = Date.now() / 1_000 + 366 * DAY;
    const [earliest, isSame] = outcome.output.trim().split(' ');
    expect(Math.abs(Number(earliest) - expected)).toBeLessThan(120);
    expect(isSame).toBe('True');
    expect(outcome.legacy).toMatchObject({ error: null, results: [expect.objectContaining({ pass: true })] });
  });

  it('measures time and waits as always', async () => {
    const code =
      'import threading, time\nbegin = time.monotonic()\nthreading.Event().wait(0.05)\ntime.sleep(0.05)\nprint(0.1 <= time.monotonic() - begin < 30)';
    expect((await run(code, { shift_seconds: -3_000 * DAY })).output).toBe('True\n');
  });

  it('leaves nothing to the next run', async () => {
    await run('x = 1', { time_zone: 'Pacific/Auckland', locale: 'C', shift_seconds: 800 * DAY });
    const code = 'import os, time\nprint(time.tzname[0], os.environ.get("TZ"), os.environ.get("LC_ALL"), int(time.time()))';
    const [zone, tz, locale, seconds] = (await runner().run(code)).output.trim().split(' ');
    expect([zone, tz, locale]).toEqual(['UTC', 'None', 'None']);
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(120);
  });

  it('is limited and isolated as always', async () => {
    const code = 'import os\nfrom ctypes import CDLL\nprint(CDLL(None, use_errno=True).unshare(0x10000000), os.listdir("/work"))';
    expect((await run(code, { time_zone: 'Asia/Kolkata', shift_seconds: DAY })).output).toBe('-1 []\n');
    const request = { limits: { wall_seconds: 1 }, circumstances: { ...USUAL, shift_seconds: 900 * DAY } };
    expect((await runner().run('while True: pass', request)).limit).toBe('time');
  });

  it.each([{ time_zone: '../etc/passwd' }, { locale: 'a b' }, { shift_seconds: 2 ** 40 }])('rejects %j', async (change) => {
    const request = { ...buildRequest({}), circumstances: { ...USUAL, ...change } };
    expect((await runner().call('POST', '/runs', JSON.stringify(request))).status).toBe(400);
  });
});

describe('a repeated run', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await usualRunner();
  });

  async function repeat(count: number, request: Partial<RunnerRunRequest>): Promise<RepeatEvent[]> {
    const response = await runner.call('POST', '/repeats', JSON.stringify({ run: buildRequest(request), count }));
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    return text
      .trim()
      .split('\n')
      .map((line) => RepeatEvent.parse(JSON.parse(line)));
  }

  it('starts from the beginning each time', async () => {
    const code =
      'import builtins, os, tempfile\nseen = [len(os.listdir("/work")), len(os.listdir("/tmp")), hasattr(builtins, "left"), os.environ.get("LEFT")]\n' +
      'builtins.left = 1\nos.environ["LEFT"] = "1"\nopen("/work/left", "w").close()\nopen("/tmp/left", "w").close()\nprint(seen)';
    const events = await repeat(12, { code, checks: checked('import builtins\nassert not hasattr(builtins, "left")\nbuiltins.left = 1') });
    expect(events).toHaveLength(12);
    expect(events.filter((event) => event.type === 'repeated' && event.outcome !== null)).toHaveLength(1);
    expect(events[0]).toMatchObject({ outcome: { legacy: { error: null, results: [expect.objectContaining({ pass: true })] } } });
  });

  it('cannot forge a verdict of the next one', async () => {
    const code =
      'import os, sys\nfor frame in range(3, 60):\n  try: os.write(frame, b"x")\n  except OSError: pass\nos.fork() or __import__("time").sleep(0.2)\nx = 1';
    const events = await repeat(4, { code, checks: checked('assert x == 2') });
    const passes = events.flatMap((event) => (event.type === 'repeated' && event.outcome ? (event.outcome.legacy?.results ?? []) : []));
    expect(passes.map(({ pass }) => pass)).not.toContain(true);
    expect(events).toHaveLength(4);
  });

  it('reports each outcome of code that depends on luck', async () => {
    const events = await repeat(40, { code: 'import random\nprint(random.random() < 0.5)' });
    const outputs = events.flatMap((event) => (event.type === 'repeated' && event.outcome ? [event.outcome.output] : []));
    expect(new Set(outputs)).toEqual(new Set(['True\n', 'False\n']));
  });

  it.each([{ deploy: true }, { keep_seconds: 5 }])('has its own interpreter: not with %j', async (change) => {
    const body = JSON.stringify({ run: buildRequest(change), count: 2 });
    expect((await runner.call('POST', '/repeats', body)).status).toBe(400);
  });
});
