import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runHousekeeping } from '#features/operations/server/housekeeping/run-housekeeping.ts';
import { DEFAULT_RUN_LIMITS, RUN_DEFAULTS, type EnvironmentRef } from '#platform/contract/runner-protocol.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import { makePackageIndex, type PackageIndex } from '#testing/package-index.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { startTestRunner, type TestRunner } from '../../../runner/testing/test-runner.ts';

const never = new AbortController().signal;

let index: PackageIndex;
let empty: string;
let runners: TestRunner[];
let server: TestServer;
let environment: EnvironmentRef;

beforeAll(async () => {
  index = makePackageIndex();
  empty = mkdtempSync(join(tmpdir(), 'lessonwright-empty-index-'));
  // Only the first one can build.
  runners = [];
  for (const folder of [index.folder, empty, empty])
    runners.push(await startTestRunner({ env: { LESSONWRIGHT_RUNNER_PYPI: folder, LESSONWRIGHT_RUNNER_WARM: 'off' } }));
  const named = runners.map(({ url, token }, at) => ({ name: `r${at}`, url, token }));
  server = await startTestServer({ env: { LESSONWRIGHT_RUNNERS: JSON.stringify(named) } });
  const request = { language: 'python', version: null, packages: [{ name: 'reckoner', version: null }] } as const;
  const built = await server.platform.runners.build(
    'r0',
    { ...request, packages: [...request.packages] },
    { signal: never, onLog: () => undefined },
  );
  ({ environment } = built);
});
afterAll(async () => {
  await server?.close();
  for (const runner of runners) await runner.close();
  index.remove();
  rmSync(empty, { recursive: true, force: true });
});

function run(runnerName: string) {
  const id = `run-${Math.random().toString(36).slice(2)}`;
  const code = 'import tallies\nprint(tallies.tally("abc"))';
  const request = { ...RUN_DEFAULTS, files: [], preamble: [], requirements: [], id, owner: '1', code, environment };
  return server.platform.runners.run(
    runnerName,
    { ...request, language: 'python', language_version: null, values: [], limits: { ...DEFAULT_RUN_LIMITS, wall_seconds: 60 } },
    { signal: never, onEvent: () => undefined, readBlob: (sha256) => server.platform.blobs.stream(sha256) },
  );
}

const archives = () => server.platform.db.selectFrom('shared_environments').selectAll().execute();
const keep = (days: number) => runHousekeeping({ platform: server.platform, now: new Date(Date.now() + days * DAY_MS), signal: never });

it('gives what one runner has built to another one, which cannot build it', async () => {
  const [archive, ...others] = await archives();
  expect(others).toEqual([]);
  expect(archive?.key).toBe(environment.key);
  const stream = vi.spyOn(server.platform.blobs, 'stream');
  const ends = await Promise.all([run('r1'), run('r1'), run('r0')]);
  expect(ends.map(({ outcome }) => [outcome.output, outcome.error])).toEqual(Array.from({ length: 3 }, () => ['3\n', null]));
  expect(stream.mock.calls).toEqual([[archive?.sha256]]);
  stream.mockRestore();
});

it('is counted on the debug page, on all runners', async () => {
  const healths = await Promise.all(runners.map((runner) => runner.health()));
  expect(healths.map(({ environments }) => environments?.count)).toEqual([1, 1, 0]);
  const total = healths.reduce((sum, { environments }) => sum + (environments?.bytes ?? 0), 0);
  expect(total).toBeGreaterThan(10_000);
  expect((await server.client('staff').getDebug()).environment_bytes).toBe(total);
});

it('leaves building to a runner whose archive is damaged', async () => {
  const [archive] = await archives();
  const stream = vi.spyOn(server.platform.blobs, 'stream');
  stream.mockResolvedValue(Readable.from([Buffer.from('something else')]));
  // It tries to build, and its index is empty.
  await expect(run('r2')).rejects.toThrow('Couldn’t install the packages');
  expect(stream.mock.calls).toEqual([[archive?.sha256]]);
  stream.mockRestore();
  expect((await run('r2')).outcome.output).toBe('3\n');
});

it('keeps an archive until no runner has needed it for 30 days', async () => {
  const [archive] = await archives();
  const hash = archive?.sha256 ?? '';
  for (const days of [2, 4]) await keep(days);
  expect(await server.platform.blobs.has(hash)).toBe(true);
  for (const days of [40, 42]) await keep(days);
  expect(await archives()).toEqual([]);
  expect(await server.platform.blobs.has(hash)).toBe(false);
});
