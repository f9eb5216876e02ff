import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentEvent } from '#platform/contract/runner-protocol.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { packageRunner } from '../../testing/package-runner.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';

// Hostile builds and locks, end to end: each request is rejected and has no effect on this machine.

const HASH = 'a'.repeat(64);
const PYTHON_HEAD = `# platform: ${process.platform} ${process.arch}\n# base packages: none\n`;

let index: string;
let runner: TestRunner;
beforeAll(async () => {
  ({ runner, index } = await packageRunner(makePackageIndex));
});

async function build(name: string, on = runner) {
  const request = { language: 'python', version: null, packages: [{ name, version: null }] };
  const text = await (await on.call('POST', '/environments', JSON.stringify(request))).text();
  const events = text
    .trim()
    .split('\n')
    .map((line) => EnvironmentEvent.parse(JSON.parse(line)));
  const end = events.at(-1);
  return { all: text, built: end?.type === 'built' ? end : null, error: end?.type === 'failed' ? end.error : null };
}

/** Returns the error of a run with a hostile lock. */
async function errorOf(language: 'python' | 'r', lock: string): Promise<string> {
  const environment = { key: createHash('sha256').update(lock).digest('hex'), lock };
  const last = (await runner.events({ language, environment, code: '1' })).at(-1);
  return last?.type === 'failed' ? last.error : JSON.stringify(last);
}

describe('a build of a source', () => {
  it('cannot pass an option to an installer', async () => {
    const { error, all } = await build('sneaky');
    expect(error).toContain('A build requirement of sneaky-1.0.tar.gz was rejected: “-e /tmp/lessonwright-sneaky”');
    expect(all).not.toContain(runner.folder);
    expect(readdirSync(join(runner.folder, 'installs/new'))).toEqual([]);
  });

  it('has kernel limits, no privileges and no network', async () => {
    const { error } = await build('confined');
    const seen: unknown = JSON.parse(/RuntimeError: seen (\{.*\})/.exec(error ?? '')?.[1] ?? 'null');
    const bound = (most: number) => [most, most];
    expect(seen).toEqual({
      bounds: { NPROC: bound(512), AS: bound(64 * 2 ** 30), FSIZE: bound(8 * 2 ** 30), CORE: bound(0) },
      status: { CapEff: '0'.repeat(16), CapBnd: '0'.repeat(16), NoNewPrivs: '1', Seccomp: '2' },
      reached: ['PermissionError', 'PermissionError', 'PermissionError'],
    });
  });

  it('is stopped when its report is too long, and the runner does not buffer it', async () => {
    const memory = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${runner.process.pid}/status`, 'utf8'))?.[1]);
    const before = memory();
    expect((await build('spilling')).error).toContain('The report of the build is too long.');
    expect(memory() - before).toBeLessThan(100_000);
  });
});

it('a wheel cannot add a link to an environment', async () => {
  const { built, error } = await build('linked');
  expect(error).toBeNull();
  const folder = join(runner.folder, 'environments', built!.environment.key);
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(all.filter(({ name }) => name === 'linked_to.py').map((entry) => entry.isFile())).toEqual([true]);
});

describe('a lock of Python', () => {
  it('cannot remove a folder through the name of a source', async () => {
    const trial = join(runner.folder, '../trial');
    mkdirSync(trial, { recursive: true });
    writeFileSync(join(trial, 'kept'), '');
    const version = (await runner.health()).languages.python.versions[0] ?? '3.11';
    const title = `# lessonwright environment: python ${version}\n`;
    const up = '../'.repeat(20);
    const error = await errorOf('python', `${title}${PYTHON_HEAD}# built from source: tallies[/${up}${trial}==1.0 sha256:${HASH}\n`);
    expect(error).toContain('edited by hand');
    expect(readdirSync(trial)).toEqual(['kept']);
  });
});

describe('a lock of R', () => {
  it('cannot contact an address or write a file', async () => {
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(incoming.url ?? '');
      response.end('written by a stranger');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const title = '# lessonwright environment: r\n';
    const trial = join(runner.folder, '../trial-of-r');
    mkdirSync(trial, { recursive: true });
    try {
      const origin = `# from http://127.0.0.1:${port}\n`;
      const path = `${'../'.repeat(20)}${trial}/x`;
      expect(await errorOf('r', `${title}${origin}${path} 1.0 sha256:${HASH}\n`)).toContain('edited by hand');
      const elsewhere = await errorOf('r', `${title}${origin}tallies 1.0 sha256:${HASH}\n`);
      expect(elsewhere).toContain('The R repository has no tallies 1.0.');
      expect(elsewhere).not.toContain(index);
    } finally {
      server.close();
    }
    expect(asked).toEqual([]);
    expect(readdirSync(trial)).toEqual([]);
  });
});

it('packages can be built and used when the runner is an ordinary user', async () => {
  const ordinary = await startTestRunner({
    isOrdinaryUser: true,
    env: { LESSONWRIGHT_RUNNER_PYPI: index, LESSONWRIGHT_RUNNER_WARM: 'off' },
  });
  try {
    const { built, error } = await build('homemade', ordinary);
    expect(error).toBeNull();
    expect(
      await ordinary.run('import homemade\nprint(homemade.made)', { environment: built!.environment, is_background: true }),
    ).toMatchObject({
      output: 'here\n',
    });
  } finally {
    await ordinary.close();
  }
});
