import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { descendantsOf } from '../../testing/hostile.ts';
import { IS_FULL } from '../../testing/matrix.ts';
import { buildRequest, eventsOf, startTestRunner, untilReported, type TestRunner } from '../../testing/test-runner.ts';
import { findInterpreters } from '../python/interpreters.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await startTestRunner();
});
afterAll(() => runner.close());

const WAIT = { timeout: 300_000, interval: 50 };

/** The slots of the default Python; other languages may have their own. */
async function slotsNow(): Promise<{ idle: number; busy: number } | undefined> {
  return (await runner.health()).slots.find(({ environment }) => environment.startsWith('base 3.'));
}

/** A failed slot is retried when a run arrives. */
async function untilOneWaits(): Promise<void> {
  await vi.waitFor(async () => {
    await runner.run('');
    expect((await slotsNow())?.idle).toBeGreaterThan(0);
  }, WAIT);
}

/** The warm interpreters, found by their process namespace: one level deeper than this machine; their runs are two deeper. */
async function warmInterpreters(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await descendantsOf(runner.process.pid ?? 0)) {
    const [line, status] = await Promise.all(['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')));
    const depth = /^NSpid:(.*)$/m
      .exec(status ?? '')?.[1]
      ?.trim()
      .split(/\s+/).length;
    if (line?.includes('slot.py') && depth === 2) found.push(pid);
  }
  return found;
}

describe('a runner', () => {
  it('warms a slot by itself, and reports it', async () => {
    await vi.waitFor(async () => expect(await slotsNow()).toMatchObject({ idle: 1, busy: 0 }), WAIT);
  });

  it('warms the next one when one is taken', async () => {
    expect((await runner.run('print(1)')).output).toBe('1\n');
    await vi.waitFor(async () => expect(await slotsNow()).toMatchObject({ idle: 2 }), WAIT);
  });

  it('runs in a slot: modules are already imported', async () => {
    const { output } = await runner.run('import sys\nprint("lessonwright_run.warm" in sys.modules)');
    expect(output).toBe('True\n');
  });

  it('reports busy slots', async () => {
    const request = buildRequest({ code: 'import time\ntime.sleep(60)' });
    const events = eventsOf(await runner.call('POST', '/runs', JSON.stringify(request)));
    await vi.waitFor(async () => expect(await slotsNow()).toMatchObject({ busy: 1 }), WAIT);
    await runner.call('DELETE', `/runs/${request.id}`);
    await events;
    await vi.waitFor(async () => expect(await slotsNow()).toMatchObject({ idle: 2, busy: 0 }), WAIT);
  });

  it('replaces slots that were ended, and runs without one until then', async () => {
    for (const pid of await warmInterpreters()) process.kill(pid, 'SIGKILL');
    expect((await runner.run('print(1)')).output).toBe('1\n');
    await untilOneWaits();
    await vi.waitFor(async () => expect(await warmInterpreters()).not.toEqual([]), WAIT);
  });

  it('reports when a slot is ended while code runs in it', async () => {
    await untilOneWaits();
    const response = await runner.call(
      'POST',
      '/runs',
      JSON.stringify(buildRequest({ code: 'import time\nprint("printed")\ntime.sleep(60)' })),
    );
    await untilReported(response.clone(), 'printed');
    const events = eventsOf(response);
    for (const pid of await warmInterpreters()) process.kill(pid, 'SIGKILL');
    const last = (await events).at(-1);
    expect(last).toMatchObject({ type: 'finished', outcome: { output: 'printed\n', error: { name: 'Exit' } } });
    expect((await runner.run('print("next")')).output).toBe('next\n');
  });

  it('stops a run in a slot, which then accepts the next one', async () => {
    await untilOneWaits();
    const before = await warmInterpreters();
    const request = buildRequest({ code: 'import time\nprint("started")\ntime.sleep(60)' });
    const events = eventsOf(await runner.call('POST', '/runs', JSON.stringify(request)));
    await vi.waitFor(async () => expect(await slotsNow()).toMatchObject({ busy: 1 }), WAIT);
    expect((await runner.call('DELETE', `/runs/${request.id}`)).status).toBe(204);
    expect((await events).at(-1)).toMatchObject({ type: 'stopped' });
    expect((await runner.run('print("next")')).output).toBe('next\n');
    expect(await warmInterpreters()).toEqual(expect.arrayContaining(before));
  });
});

describe('Pythons of this machine', () => {
  it('have slots of their own', async () => {
    const all = await findInterpreters([]);
    // The newest and the oldest one differ most from the usual one.
    const tried = IS_FULL ? all : all.filter((_, index) => index === 0 || index === all.length - 1);
    const env = { LESSONWRIGHT_RUNNER_WARM: 'only', LESSONWRIGHT_RUNNER_PYTHONS: tried.map(({ path }) => path).join(',') };
    const warm = await startTestRunner({ env });
    try {
      for (const { version } of tried) {
        expect((await warm.run('import sys\nprint("%d.%d" % sys.version_info[:2])', { language_version: version })).output).toBe(
          `${version}\n`,
        );
      }
      const names = (await warm.health()).slots.map(({ environment }) => environment);
      expect(names).toEqual(expect.arrayContaining(tried.map(({ version }) => `base ${version}`)));
    } finally {
      await warm.close();
    }
  });
});
