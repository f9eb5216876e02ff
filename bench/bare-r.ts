import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RUN_LIMITS, RUN_DEFAULTS, RunnerEvent, RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { startRunner } from '#runner/runner.ts';
import { readSettings } from '#runner/settings.ts';

const TOKEN = 'a-token-of-the-bench-alone';
const LOOK_EVERY_MS = 100;

/** A runner without a server in front of it. */
export interface BareRunner {
  /** Runs R from the call to its last event. @throws Error if the run had an error */
  run(code: string): Promise<void>;
  /** Returns once a warm R process is waiting. */
  untilWarm(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a runner in its own folder. */
export async function openBareRunner(): Promise<BareRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-r-'));
  const settings = readSettings({
    LESSONWRIGHT_RUNNER_FOLDER: folder,
    LESSONWRIGHT_RUNNER_TOKEN: TOKEN,
    LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
  });
  const runner = await startRunner(settings, TOKEN, []);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${runner.port}${path}`, { ...init, headers: { authorization: `Bearer ${TOKEN}` } });
  let runs = 0;
  return {
    run: async (code) => {
      const request = {
        id: `bench-${(runs += 1)}`,
        owner: 'bench',
        language: 'r',
        language_version: null,
        ...RUN_DEFAULTS,
        code,
        values: 'all',
        limits: DEFAULT_RUN_LIMITS,
      };
      const lines = (await (await call('/runs', { method: 'POST', body: JSON.stringify(request) })).text()).trim().split('\n');
      const last = RunnerEvent.parse(JSON.parse(lines.at(-1) ?? 'null'));
      if (last.type !== 'finished' || last.outcome.error)
        throw new Error(`The run returned no result: ${JSON.stringify(last).slice(0, 500)}`);
    },
    untilWarm: async () => {
      for (;;) {
        const { slots } = RunnerHealth.parse(await (await call('/health')).json());
        if (slots.some(({ environment, idle }) => environment.startsWith('R ') && idle > 0)) return;
        await sleep(LOOK_EVERY_MS);
      }
    },
    close: async () => {
      await runner.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
