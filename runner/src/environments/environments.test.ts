import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EnvironmentEvent, type EnvironmentRef, type EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { packageRunner } from '../../testing/package-runner.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

let runner: TestRunner;
beforeAll(async () => {
  ({ runner } = await packageRunner(makePackageIndex));
});

/** Returns the log of a build and its last event. */
async function build(
  packages: readonly (string | [string, string])[],
  options: { request?: Partial<EnvironmentRequest>; signal?: AbortSignal } = {},
) {
  const request: EnvironmentRequest = {
    language: 'python',
    version: null,
    packages: packages.map((given) => (typeof given === 'string' ? { name: given, version: null } : { name: given[0], version: given[1] })),
    ...options.request,
  };
  const response = await runner.call('POST', '/environments', JSON.stringify(request), options.signal);
  const lines = (await response.text()).trim().split('\n');
  const events = lines.map((line) => EnvironmentEvent.parse(JSON.parse(line)));
  const log = events.map((event) => (event.type === 'log' ? event.text : '')).join('');
  const end = events.at(-1);
  return { log, end, built: end?.type === 'built' ? end : null, error: end?.type === 'failed' ? end.error : null };
}

const refs = new Map<string, EnvironmentRef>();

/** An environment of these packages; it is built once. */
async function refOf(...packages: readonly string[]): Promise<EnvironmentRef> {
  const known = refs.get(packages.join());
  if (known) return known;
  const { built, error } = await build(packages);
  if (!built) throw new Error(`The build failed: ${error}`);
  refs.set(packages.join(), built.environment);
  return built.environment;
}

/** No process is warmed for the next run. */
const ONCE = { is_background: true };
const WARM = { timeout: 300_000, interval: 50 };
const environmentsIn = (folder: string) => readdirSync(join(folder, 'environments')).filter((name) => !name.endsWith('.json'));

describe('a build of wheels', () => {
  it('locks and installs packages with their dependencies, which code can import', async () => {
    const { built, log } = await build(['reckoner']);
    expect(built?.installed).toEqual([
      { name: 'reckoner', version: '1.2.0' },
      { name: 'tallies', version: '1.0.0' },
    ]);
    expect(built?.environment.lock).toMatch(
      /^# lessonwright environment: python 3\.\d+\n[^]*reckoner==1\.2\.0 \\\n +--hash=sha256:[0-9a-f]{64}\ntallies==1\.0\.0 /,
    );
    expect(log).toContain('using those of the machine');
    const outcome = await runner.run('import reckoner, tallies, pandas\nprint(tallies.tally("abc"))', {
      environment: built!.environment,
      ...ONCE,
    });
    expect(outcome).toMatchObject({ output: '3\n', error: null });
  });

  it('is reused by the key of its lock for every owner, accepts version ranges, and has no checkers from an index', async () => {
    const first = await refOf('tallies');
    const { built, log } = await build([['tallies', '>=2,<3'], 'pycheck']);
    expect(built).toMatchObject({ environment: first, installed: [{ name: 'tallies', version: '2.0.0' }] });
    expect(log).toContain('already installed');
  });

  it('from a lock resolves nothing, and is what the lock names', async () => {
    const { lock, key } = await refOf('tallies');
    const { built, log } = await build(['reckoner'], { request: { lock } });
    expect(built).toMatchObject({ environment: { key, lock }, installed: [{ name: 'tallies', version: '2.0.0' }] });
    expect(log).not.toContain('Resolving');
  });

  it('leaves commands that start the Python of the environment', async () => {
    const { key } = await refOf('reckoner');
    expect(execFileSync(join(runner.folder, 'environments', key, 'bin/reckon'), { encoding: 'utf8' })).toBe('reckoned\n');
  });

  it('is compiled, readable by everyone, and read-only', async () => {
    const { key } = await refOf('tallies');
    const [folder] = execFileSync('find', [join(runner.folder, 'environments', key), '-name', 'tallies.py'], { encoding: 'utf8' }).split(
      '\n',
    );
    expect(statSync(folder!).mode & 0o777).toBe(0o444);
    expect(readdirSync(join(folder!, '../__pycache__')).some((name) => name.startsWith('tallies.'))).toBe(true);
  });
});

it('stops when the client disconnects, leaves nothing behind, and can be built again', async () => {
  const stop = new AbortController();
  const building = build(['looker', 'starter'], { signal: stop.signal });
  stop.abort();
  await expect(building).rejects.toThrow();
  await refOf('looker', 'starter');
  expect(environmentsIn(runner.folder).filter((name) => name.startsWith('unfinished'))).toEqual([]);
});

describe("the code of an author's package", () => {
  let environment: EnvironmentRef;
  let lesson: { environment: EnvironmentRef; files: { name: string; sha256: string }[] };
  beforeAll(async () => {
    environment = await refOf('looker', 'starter');
    const [sha256] = await Promise.all([runner.send('of this lesson'), runner.send('of another lesson')]);
    lesson = { environment, files: [{ name: 'own.txt', sha256 }] };
  });

  it('starts behind the system call filter, without capabilities, and sees only the files of its lesson, also if it is warm', async () => {
    const look = async (options: object = {}) =>
      (await runner.run('import sys\nprint("\\n".join(sys.looked))', { ...lesson, ...options })).output;
    const expected = [
      'CapEff:\t0000000000000000',
      'CapBnd:\t0000000000000000',
      'NoNewPrivs:\t1',
      'Seccomp:\t2',
      'blobs False',
      "work ['own.txt']",
    ];
    expect((await look()).split('\n')).toEqual(expect.arrayContaining([...expected, 'warm False']));
    // The next run finds a process that is already warm; the run's own events are the only sign of it.
    const isWaiting = async () => {
      const { slots } = await runner.health();
      expect(slots.find((slot) => environment.key.startsWith(slot.environment))).toMatchObject({ idle: 1, busy: 0 });
    };
    await vi.waitFor(isWaiting, WARM);
    // A run in the background leaves it to authors.
    expect(await look(ONCE)).toContain('warm False');
    await isWaiting();
    expect((await look()).split('\n')).toEqual(expect.arrayContaining([...expected, 'warm True']));
  });

  it('keeps nothing from one run to the next', async () => {
    const code =
      'import os, sys\nprint(os.path.exists("/tmp/left"), hasattr(sys, "left"))\nopen("/tmp/left", "w").close()\nsys.left = True';
    for (const _ of [1, 2]) {
      await vi.waitFor(async () => {
        const { output } = await runner.run(code, lesson);
        expect(output).toBe('False False\n');
      }, WARM);
    }
  });
});

describe('a failed build reports the installer’s message', () => {
  it('reports the installer’s message for conflicting versions', async () => {
    const { error, log } = await build(['reckoner', ['tallies', '2.0.0']]);
    expect(error).toMatch(/conflict|unsatisfiable/);
    expect(log).toContain(error!.split('\n')[0]!);
  });

  it.each([['tallies @ file:///etc/passwd'], ['-r /etc/passwd'], ['git+https://example.org/x'], ['../tallies']])(
    'of the invalid name %s',
    async (name) => {
      expect((await build([name])).error).toContain('is not the name of a Python package');
    },
  );

  it('reports the installer’s message for a missing Python', async () => {
    expect((await build(['tallies'], { request: { version: '3.99' } })).error).toContain('Python 3.99 is not installed on this machine');
  });
});

describe('a source without a wheel', () => {
  it('is built in a sandbox, once for concurrent requests, which all receive its output; its hash is in the lock', async () => {
    const all = await Promise.all([1, 2, 3].map(() => build([['tallies', '1.0.0'], 'homemade'])));
    expect(new Set(all.map(({ built }) => built?.environment.key)).size).toBe(1);
    for (const { log } of all) {
      expect(log).toContain('Building homemade-0.5.tar.gz from source');
      expect(log.match(/Compiling/g)).toHaveLength(1);
    }
    const environment = all[0]!.built!.environment;
    expect(environment.lock).toMatch(/# built from source: homemade==0\.5 sha256:[0-9a-f]{64}/);
    expect(await runner.run('import homemade\nprint(homemade.made)', { environment, ...ONCE })).toMatchObject({ output: 'here\n' });

    // As on a runner that never had it.
    const folder = join(runner.folder, 'environments', environment.key);
    execFileSync('chmod', ['-R', 'u+w', folder]);
    for (const path of [folder, `${folder}.json`]) rmSync(path, { recursive: true });
    const events = await runner.events({ environment, ...ONCE, code: 'import tallies, homemade\nprint("there")' });
    expect(events.map(({ type }) => type)).toContain('preparing');
    expect(events.at(-1)).toMatchObject({ type: 'finished', outcome: { output: 'there\n' } });
  });

  it('fails with the output of its build, and leaves nothing behind', async () => {
    const before = environmentsIn(runner.folder);
    expect((await build(['brittle'])).error).toMatch(/Couldn’t build brittle-0\.3\.tar\.gz[^]*the compiler is not to be found/);
    expect(environmentsIn(runner.folder)).toEqual(before);
  });

  it('sees neither a network nor the machine', async () => {
    const { error } = await build(['prying']);
    const seen = error?.split('RuntimeError: ').at(-1);
    expect(seen).toMatch(/^net \[('lo')?\] /);
    expect(seen).not.toMatch(/'root'|'home'|'run'|'var'/);
  });
});

describe('an environment of a run', () => {
  it('is rejected when its key doesn’t match its lock', async () => {
    const environment = await refOf('tallies');
    const events = await runner.events({ environment: { ...environment, lock: `${environment.lock}\n` }, code: '1' });
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: expect.stringContaining('Build them again') });
  });
});

describe('a wheel with code that runs whenever Python starts', () => {
  it('runs it only in sandboxes', async () => {
    const mark = '/tmp/lessonwright-starter-ran';
    rmSync(mark, { force: true });
    const environment = await refOf('looker', 'starter');
    const outcome = await runner.run(`import os\nprint(os.path.exists(${JSON.stringify(mark)}))`, { environment, ...ONCE });
    expect(outcome.error).toBeNull();
    expect(existsSync(mark)).toBe(false);
  });
});
