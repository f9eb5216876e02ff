import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  eachLanguage,
  DEFAULT_RUN_LIMITS,
  RUN_DEFAULTS,
  type RunnerHealth,
  type RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { AppError } from '#platform/server/errors.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { sharedRunnerSettings } from '#testing/shared-runner.ts';
import type { RunHooks, RunProgress } from './deliver-run.ts';
import { RunnerPool } from './runner-pool.ts';

const log = pino({ level: 'silent' });
const TOKEN = 'a-token-for-a-runner-elsewhere';
/** Interpreters that wait for their runs cost seconds at each start. */
const NOT_WARMED = { LESSONWRIGHT_RUNNER_WARM: 'off' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-pool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const buildRequest = (given: Partial<RunnerRunRequest>): RunnerRunRequest => ({
  id: randomUUID(),
  owner: '1',
  language: 'python',
  language_version: null,
  ...RUN_DEFAULTS,
  preamble: [],
  code: '',
  files: [],
  values: 'all',
  limits: DEFAULT_RUN_LIMITS,
  requirements: [],
  ...given,
});

const hooks = (given: Partial<RunHooks> = {}): RunHooks => ({
  signal: new AbortController().signal,
  onEvent: () => undefined,
  readBlob: () => Promise.reject(new Error('No file was expected.')),
  ...given,
});

/** Hooks that settle `there` once the run has printed. */
function untilPrinted(given: Partial<RunHooks> = {}) {
  const { promise: there, resolve: onPrinted } = Promise.withResolvers<void>();
  const onEvent = (event: RunProgress) => (event.type === 'stdout' ? onPrinted() : undefined);
  return { there, hooks: hooks({ ...given, onEvent }) };
}

const startPool = (
  name: string,
  settings: Partial<Parameters<typeof RunnerPool.start>[0]> = {},
  isSilent?: (url: string) => Promise<boolean>,
) =>
  RunnerPool.start(
    { dataFolder: join(folder, name), localRunner: true, runners: [], localRunnerSettings: NOT_WARMED, ...settings },
    log,
    null,
    isSilent,
  );

/** A runner that was started separately. */
async function findRunner(): Promise<{ url: string; token: string }> {
  const { LESSONWRIGHT_RUNNERS } = await sharedRunnerSettings();
  const [runner] = JSON.parse(LESSONWRIGHT_RUNNERS ?? '[]') as { url: string; token: string }[];
  if (!runner) throw new Error('There is no shared runner.');
  return runner;
}

/** Pid of the pool's local runner, a child of this process. */
async function findLocalRunner(dataFolder: string): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(dataFolder)) return Number(pid);
  }
  throw new Error('There is no local runner.');
}

describe('the local runner', () => {
  let pool: RunnerPool;
  beforeAll(async () => {
    pool = await startPool('local');
  });
  afterAll(() => pool.stop());

  it('starts by itself, and inherits nothing of the server', async () => {
    expect(await pool.health()).toMatchObject([{ name: 'local', reason: null, health: { sandbox: { ok: true }, capacity: 2 } }]);
    const environment = await readFile(`/proc/${await findLocalRunner(join(folder, 'local'))}/environ`, 'utf8');
    expect(
      environment
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0])
        .filter((name) => !name?.startsWith('LESSONWRIGHT_RUNNER_') && name !== 'NODE_COMPILE_CACHE'),
    ).toEqual(['PATH', 'HOME']);
  });

  it('runs code, and reports its events', async () => {
    const events: RunProgress[] = [];
    const { outcome, stopped } = await pool.run(
      'local',
      buildRequest({ code: 'print("hello")\nx = 5' }),
      hooks({ onEvent: (event) => events.push(event) }),
    );
    expect(stopped).toBe(false);
    expect(outcome).toMatchObject({ output: 'hello\n', error: null, vars: [{ name: 'x', value: { kind: 'int', value: '5' } }] });
    expect(events).toEqual([{ type: 'started' }, { type: 'stdout', text: 'hello\n' }]);
  });

  it.each([
    ['Python', { code: 'print("a\\u2028b\\u2029c")\nx = "\\u2028" + chr(0x2029)' }, 'a\u2028b\u2029c\n'],
    [
      'a stateful session',
      {
        code: 'print("a\\u2028b\\u2029c")\nx = "\\u2028" + chr(0x2029)',
        session: { id: 'separators', idle_seconds: 60, total_seconds: 60, ports: [] },
      },
      'a\u2028b\u2029c\n',
    ],
    [
      'SQLite',
      { language: 'sql' as const, code: 'select char(8232, 8233) as c', sql: { engine: 'sqlite' as const, max_rows: 10 } },
      '[["c"],\n["\u2028\u2029"]]\n',
    ],
    ['a shell script', { language: 'cli' as const, code: String.raw`printf 'a\u2028b'` }, 'a\u2028b'],
  ])('gives back line and paragraph separators of %s', async (_, given, output) => {
    const { outcome } = await pool.run('local', buildRequest(given), hooks());
    expect([outcome.error, outcome.output]).toEqual([null, output]);
    // Python's variables are sent as separate data.
    expect(outcome.vars.some(({ name }) => name === 'x')).toBe(!('language' in given));
  });

  it('receives missing files once', async () => {
    const bytes = Buffer.from('from the blob store');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const asked: string[] = [];
    const readBlob = (hash: string) => {
      asked.push(hash);
      return Promise.resolve(Readable.from([bytes]));
    };
    for (let time = 0; time < 2; time += 1) {
      const request = buildRequest({ code: 'print(open("a.txt").read())', files: [{ name: 'a.txt', sha256 }] });
      expect((await pool.run('local', request, hooks({ readBlob }))).outcome.output).toBe('from the blob store\n');
    }
    expect(asked).toEqual([sha256]);
  });

  it('stops a run, and keeps its earlier output', async () => {
    const stop = new AbortController();
    const { there, hooks: given } = untilPrinted({ signal: stop.signal });
    const run = pool.run('local', buildRequest({ code: 'print("there")\nwhile True: pass' }), given);
    await there;
    stop.abort();
    expect(await run).toMatchObject({ stopped: true, outcome: { output: 'there\n', error: null } });
  });

  it('does not start a run that was stopped before', async () => {
    expect(await pool.run('local', buildRequest({ code: 'print(1)' }), hooks({ signal: AbortSignal.abort() }))).toMatchObject({
      stopped: true,
      outcome: { output: '' },
    });
  });

  it.each([
    ['another language', { language: 'sql' as const }, 'No runner is available'],
    ['another version', { language_version: '3.99' }, 'uv python install 3.99'],
  ])('says why it does not run %s', async (_, given, text) => {
    const failure = await pool.run('local', buildRequest(given), hooks()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'unavailable', status: 503, message: expect.stringContaining(text) });
  });

  it('reports its runs as errors when it dies, and restarts', async () => {
    const { there, hooks: given } = untilPrinted();
    const run = pool.run('local', buildRequest({ code: 'print("there")\nwhile True: pass' }), given);
    await there;
    process.kill(await findLocalRunner(join(folder, 'local')), 'SIGKILL');
    await expect(run).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('connection to the runner was lost') });
    expect((await pool.run('local', buildRequest({ code: 'print("again")' }), hooks())).outcome.output).toBe('again\n');
  });
});

describe('a runner that is cut off', () => {
  it('loses its runs to another one, except those that printed', async () => {
    const good = await findRunner();
    const responses: ServerResponse[] = [];
    const cut = createServer((request, response) => {
      if (request.url === '/health') return void response.end(JSON.stringify(buildRunnerHealth({ name: 'cut', languages: LANGUAGES })));
      // Says nothing more.
      response.flushHeaders();
      responses.push(response);
    }).listen(0, '127.0.0.1');
    await once(cut, 'listening');
    const url = `http://127.0.0.1:${(cut.address() as AddressInfo).port}`;
    const runners = [
      { name: 'cut', url, token: TOKEN },
      { ...good, name: 'good' },
    ];
    let isGone = false;
    const pool = await startPool('cut off', { localRunner: false, runners }, async (address) => isGone && address === url);
    const { there, hooks: printed } = untilPrinted();
    const stays = pool.run('cut', buildRequest({ code: 'print(1)' }), printed).catch((error: unknown) => error);
    await vi.waitFor(() => expect(responses.length).toBe(1), { timeout: 300_000 });
    responses[0]?.write(`${JSON.stringify({ type: 'stdout', text: '1' })}\n`);
    await there;
    isGone = true;
    expect((await pool.run('cut', buildRequest({ code: 'print(2)' }), hooks())).outcome.output).toBe('2\n');
    // Its output can't be taken back. It ends when its connection does.
    expect(await Promise.race([stays, Promise.resolve('is still waiting')])).toBe('is still waiting');
    responses[0]?.destroy();
    expect(await stays).toMatchObject({ code: 'unavailable' });
    cut.closeAllConnections();
    cut.close();
    await pool.stop();
  });
});

describe('picking a runner', () => {
  it('picks the least busy one that supports the run', async () => {
    const [busy, idle] = [await startHealthOnly({ running: 1 }), await startHealthOnly({})];
    const runners = [
      { name: 'busy', url: busy.url, token: TOKEN },
      { name: 'idle', url: idle.url, token: TOKEN },
    ];
    const pool = await startPool('several', { localRunner: false, runners });
    expect(await pool.pick('python', null)).toBe('idle');
    await pool.stop();
    await Promise.all([busy, idle].map((runner) => runner.close()));
  });

  it('skips runners that lack support, are unreachable, or reject our credentials', async () => {
    const good = await findRunner();
    const bad = await startHealthOnly({ sandbox: { ok: false, reason: 'There is no bubblewrap.', not_enforced: [] } });
    const named = (name: string, url: string, token = TOKEN) => ({ name, url, token });
    const pool = await startPool('some', {
      localRunner: false,
      runners: [
        named('gone', 'http://127.0.0.1:9'),
        named('bad', bad.url),
        named('stranger', good.url, 'another-token'),
        { ...good, name: 'good' },
      ],
    });
    expect(await pool.pick('python', null)).toBe('good');
    const states = await pool.health();
    expect(states.map(({ name, health }) => [name, health?.sandbox.ok])).toEqual([
      ['gone', undefined],
      ['bad', false],
      ['stranger', undefined],
      ['good', true],
    ]);
    expect(states.find(({ name }) => name === 'stranger')?.reason).toContain('token');
    await pool.stop();
    await bad.close();
  });

  it.each([
    ['nothing is configured', {}, 'No runner is available for this lesson'],
    ['nothing answers', { runners: [{ name: 'gone', url: 'http://127.0.0.1:9', token: TOKEN }] }, '"gone" is not up'],
  ])('says why when %s', async (_, settings, text) => {
    const pool = await startPool('none', { localRunner: false, ...settings });
    await expect(pool.pick('python', null)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(text) });
    await expect(pool.run('nobody', buildRequest({}), hooks())).rejects.toMatchObject({ code: 'unavailable' });
    await pool.stop();
  });

  it('explains a missing sandbox', async () => {
    const pool = await startPool('open', {
      localRunnerSettings: { ...NOT_WARMED, LESSONWRIGHT_RUNNER_BUBBLEWRAP: '/nowhere/bwrap' },
    });
    await expect(pool.pick('python', null)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('apt install bubblewrap'),
    });
    await expect(pool.run('local', buildRequest({ code: 'print(1)' }), hooks())).rejects.toMatchObject({
      message: expect.stringContaining('apt install bubblewrap'),
    });
    await pool.stop();
  });

  it('explains a missing language, and leaves a missing version to the runner', async () => {
    const reason = 'R is not installed on this machine.';
    const other = await startHealthOnly({ languages: { ...LANGUAGES, r: { available: false, versions: [], builds: {}, reason } } });
    const pool = await startPool('languages', { localRunner: false, runners: [{ name: 'other', url: other.url, token: TOKEN }] });
    await expect(pool.pick('r', null)).rejects.toMatchObject({ code: 'unavailable', message: reason });
    expect(await pool.pick('python', '3.99')).toBe('other');
    await pool.stop();
    await other.close();
  });

  it('picks one that supports what a lesson needs, and names unsupported needs', async () => {
    const [plain, strong] = [await startHealthOnly({ capacity: 64 }), await startHealthOnly({ requirements: ['GPU'], running: 9 })];
    const runners = [
      { name: 'plain', url: plain.url, token: TOKEN },
      { name: 'strong', url: strong.url, token: TOKEN },
    ];
    const pool = await startPool('needs', { localRunner: false, runners });
    expect(await pool.pick('python', null)).toBe('plain');
    expect(await pool.pick('python', null, ['GPU'])).toBe('strong');
    await expect(pool.pick('python', null, ['GPU', 'Tableau'])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'No runner is available for this lesson: no runner offers Tableau.',
    });
    await pool.stop();
    await Promise.all([plain, strong].map((runner) => runner.close()));
  });

  it('does not check its only runner before each run', async () => {
    const other = await startHealthOnly({});
    const pool = await startPool('seldom', { localRunner: false, runners: [{ name: 'other', url: other.url, token: TOKEN }] });
    for (let count = 0; count < 20; count += 1) await pool.pick('python', null);
    expect(other.asked()).toBeLessThan(3);
    await pool.stop();
    await other.close();
  });
});

const LANGUAGE = { available: true, versions: ['3.11'], builds: {}, reason: null };
const LANGUAGES = eachLanguage(() => LANGUAGE);

/** A runner that only reports its capabilities. */
async function startHealthOnly(given: Partial<RunnerHealth>) {
  const health = buildRunnerHealth({ name: 'other', languages: LANGUAGES, ...given });
  let count = 0;
  const http = createServer((_request, response) => {
    count += 1;
    response.end(JSON.stringify(health));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked: () => count,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
