import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentEvent } from '#contract/runner-protocol.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';
import { compareRVersions, satisfies } from './r-versions.ts';

interface Source {
  readonly version: string;
  readonly needs?: string;
  readonly code: string;
  readonly configure?: string;
  readonly isArchived?: boolean;
}

/** A CRAN-like repository in a folder: current sources, archived ones, and the index. */
function makeRepository(packages: Readonly<Record<string, readonly Source[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lessonwright-cran-'));
  const records: string[] = [];
  for (const [name, sources] of Object.entries(packages)) {
    for (const source of sources) {
      const place = join(folder, 'src/contrib', source.isArchived ? `Archive/${name}` : '');
      const archive = join(place, `${name}_${source.version}.tar.gz`);
      mkdirSync(place, { recursive: true });
      const work = mkdtempSync(join(tmpdir(), 'lessonwright-source-'));
      mkdirSync(join(work, name, 'R'), { recursive: true });
      const description = `Package: ${name}\nVersion: ${source.version}\n${source.needs ? `Imports: ${source.needs}\n` : ''}`;
      const rest = `Title: A Test\nDescription: For a test.\nAuthor: Nobody\nMaintainer: Nobody <nobody@example.org>\nLicense: MIT\n`;
      writeFileSync(join(work, name, 'DESCRIPTION'), description + rest);
      writeFileSync(join(work, name, 'NAMESPACE'), 'exportPattern("^[a-z]")\n');
      writeFileSync(join(work, name, 'R/code.R'), source.code);
      if (source.configure) writeFileSync(join(work, name, 'configure'), source.configure, { mode: 0o755 });
      execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', work, name]);
      rmSync(work, { recursive: true });
      const md5 = createHash('md5').update(readFileSync(archive)).digest('hex');
      if (!source.isArchived) records.push(`${description}MD5sum: ${name === 'spoiled' ? md5.replace(/^./, 'z') : md5}\n`);
    }
  }
  writeFileSync(join(folder, 'src/contrib/PACKAGES'), records.join('\n'));
  return folder;
}

const SNOOP = [
  '#!/bin/sh',
  'echo "looked: $(find / -name "secret-of-the-test*" 2>/dev/null)"',
  'touch /opt/lessonwright/archives/left 2>/dev/null && echo "wrote"',
  'exit 0',
].join('\n');

let repository: string;
let runner: TestRunner;
beforeAll(async () => {
  repository = makeRepository({
    reckoning: [
      { version: '1.2.0', needs: 'tallies (>= 1.0), stats', code: 'reckon <- function(x) tallies::tally(x) + 1\n' },
      { version: '0.9-1', needs: 'tallies', code: 'reckon <- function(x) tallies::tally(x) - 1\n', isArchived: true },
    ],
    tallies: [
      { version: '1.10', code: 'tally <- function(x) length(x)\n' },
      { version: '1.9', code: 'tally <- function(x) 0\n', isArchived: true },
    ],
    demanding: [{ version: '1.0', needs: 'tallies (>= 2.0)', code: 'x <- 1\n' }],
    future: [{ version: '1.0', needs: 'nowhere', code: 'x <- 1\n' }],
    brittle: [{ version: '1.0', code: 'stop("it does not install")\n' }],
    spoiled: [{ version: '1.0', code: 'x <- 1\n' }],
    snooping: [{ version: '1.0', code: 'look <- function() "looked"\n', configure: SNOOP }],
  });
  runner = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_CRAN: `file://${repository}/`, LESSONWRIGHT_RUNNER_PREPARE_BASE: '0' } });
});
afterAll(async () => {
  await runner.close();
  rmSync(repository, { recursive: true });
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

  it('is rebuilt from its lock on a runner that lacks it', async () => {
    const { built } = await build('tallies');
    const folder = join(runner.folder, 'environments');
    // As on a runner that never had it.
    for (const name of readdirSync(folder).filter((one) => one.startsWith(built!.environment.key))) {
      execFileSync('chmod', ['-R', 'u+w', join(folder, name)]);
      rmSync(join(folder, name), { recursive: true });
    }
    const events = await runner.events({ language: 'r', code: 'tallies::tally(1:2)', environment: built!.environment });
    expect(events.map(({ type }) => type)).toContain('preparing');
    expect(events.at(-1)).toMatchObject({ type: 'finished', outcome: { output: '[1] 2\n', error: null } });
  });

  it('isolates the install scripts of packages', async () => {
    writeFileSync(join(runner.folder, '../secret-of-the-test'), '');
    const { built, log } = await build('snooping');
    expect(built?.installed).toEqual([{ name: 'snooping', version: '1.0' }]);
    expect(log).toMatch(/^looked: $/m);
    expect(log).not.toContain('wrote');
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
  ])('%s', async (_, wanted, error) => {
    expect((await build(wanted)).error).toMatch(error);
  });

  it('and leaves nothing behind', async () => {
    const folder = join(runner.folder, 'environments');
    const before = readdirSync(folder);
    await build('brittle');
    expect(readdirSync(folder)).toEqual(before);
    expect(readdirSync(join(runner.folder, 'r-archives'))).toEqual([]);
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
