import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentEvent } from '#platform/contract/runner-protocol.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { packageRunner } from '../../testing/package-runner.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { compareRVersions, satisfies } from './r-versions.ts';

let runner: TestRunner;
beforeAll(async () => {
  ({ runner } = await packageRunner(makePackageIndex));
});

async function build(...wanted: (string | [name: string, version: string])[]) {
  const packages = wanted.map((given) =>
    typeof given === 'string' ? { name: given, version: null } : { name: given[0], version: given[1] },
  );
  const response = await runner.call('POST', '/environments', JSON.stringify({ language: 'r', version: null, packages }));
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => EnvironmentEvent.parse(JSON.parse(line)));
  const end = events.at(-1);
  return {
    log: events.map((event) => (event.type === 'log' ? event.text : '')).join(''),
    built: end?.type === 'built' ? end : null,
    error: end?.type === 'failed' ? end.error : null,
  };
}

describe('a build of R packages', () => {
  it('locks and installs packages with their dependencies, which code can load', async () => {
    const { built, error } = await build('reckoning');
    expect(error).toBeNull();
    expect(built?.installed).toEqual([
      { name: 'reckoning', version: '1.2.0' },
      { name: 'tallies', version: '1.10' },
    ]);
    expect(built?.environment.lock).toMatch(
      /^# lessonwright environment: r \d+\.\d+\ntallies 1\.10 sha256:[0-9a-f]{64}\nreckoning 1\.2\.0 sha256:[0-9a-f]{64}\n$/,
    );
    const outcome = await runner.run('library(reckoning)\nreckon(c(1, 2, 3))', { language: 'r', environment: built!.environment });
    expect(outcome).toMatchObject({ output: '[1] 4\n', error: null });
    const without = await runner.run('library(reckoning)', { language: 'r' });
    expect(without.error?.message).toContain('there is no package called');
  });

  it('finds archived versions and their dependencies', async () => {
    const { built } = await build(['reckoning', '0.9-1'], ['tallies', '1.9']);
    expect(built?.installed).toEqual([
      { name: 'reckoning', version: '0.9-1' },
      { name: 'tallies', version: '1.9' },
    ]);
    const outcome = await runner.run('reckoning::reckon(1:3)', { language: 'r', environment: built!.environment });
    expect(outcome.output).toBe('[1] -1\n');
  });

  it('isolates the install scripts of packages, and is rebuilt from its lock on a runner that lacks it', async () => {
    writeFileSync(join(runner.folder, '../secret-of-the-test'), '');
    const { built, log } = await build('snooping');
    expect(built?.installed).toEqual([{ name: 'snooping', version: '1.0' }]);
    expect(log).toMatch(/^looked: $/m);
    expect(log).not.toContain('wrote');

    // As on a runner that never had it.
    const folder = join(runner.folder, 'environments');
    for (const name of readdirSync(folder).filter((one) => one.startsWith(built!.environment.key))) {
      execFileSync('chmod', ['-R', 'u+w', join(folder, name)]);
      rmSync(join(folder, name), { recursive: true });
    }
    const events = await runner.events({ language: 'r', code: 'snooping::look()', environment: built!.environment });
    expect(events.map(({ type }) => type)).toContain('preparing');
    expect(events.at(-1)).toMatchObject({ type: 'finished', outcome: { output: '[1] "looked"\n', error: null } });
  });
});

describe('a failed build of R packages reports why', () => {
  it.each<[what: string, wanted: string | [string, string], error: RegExp]>([
    ['of a package that does not exist', 'no.such.package', /^The R repository has no package no\.such\.package for this version of R\.$/],
    ['of a version that does not exist', ['tallies', '7.0'], /^The R repository has no tallies 7\.0\.$/],
    ['of an unmet requirement', 'demanding', /^demanding needs tallies >= 2\.0, but only 1\.10 is available\.$/],
    ['of a missing dependency', 'future', /no package nowhere, required by future,/],
    ['of failing code, with the installer’s output', 'brittle', /it does not install[^]*ERROR: .*brittle/],
    ['of an archive that does not match the index', 'spoiled', /^spoiled_1\.0\.tar\.gz does not match the hash in its index\.$/],
    ['of an invalid name', '../etc', /is not the name of an R package/],
    ['of an invalid version', ['tallies', '>= 1.0'], /“>= 1\.0” is not a version of tallies/],
  ])('%s, and leaves nothing behind', async (_, wanted, error) => {
    const folder = join(runner.folder, 'environments');
    const before = await readdir(folder);
    expect((await build(wanted)).error).toMatch(error);
    expect(await readdir(folder)).toEqual(before);
    expect(await readdir(join(runner.folder, 'r-archives'))).toEqual([]);
  });
});

it.each([
  ['1.10', '1.9', 1],
  ['1.2-3', '1.2.3', 0],
  ['1.2', '1.2.0', -1],
])('versions of R packages are compared by numbers: %s and %s', (one, other, order) => {
  expect(Math.sign(compareRVersions(one, other))).toBe(order);
  expect(satisfies(one, { operator: '>=', version: other })).toBe(order >= 0);
});
