import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARCHIVE_HASH_HEADER, EnvironmentEvent, PLATFORM_HEADER, type EnvironmentRef } from '#platform/contract/runner-protocol.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { packageRunner } from '../../testing/package-runner.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';

let empty: string;
let builder: TestRunner;
/** Cannot build: its index has no packages. */
let other: TestRunner;
let environment: EnvironmentRef;
let archive: Buffer;

beforeAll(async () => {
  ({ runner: builder } = await packageRunner(makePackageIndex));
  empty = mkdtempSync(join(tmpdir(), 'lessonwright-empty-index-'));
  other = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_PYPI: empty, LESSONWRIGHT_RUNNER_WARM: 'off' } });
  const request = { language: 'python', version: null, packages: [{ name: 'reckoner', version: null }] };
  const lines = (await (await builder.call('POST', '/environments', JSON.stringify(request))).text()).trim().split('\n');
  const end = EnvironmentEvent.parse(JSON.parse(lines.at(-1) ?? ''));
  if (end.type !== 'built') throw new Error(`The build failed: ${JSON.stringify(end)}`);
  ({ environment } = end);
  const packed = await builder.call('POST', `/environments/${environment.key}`, JSON.stringify(environment));
  if (!packed.ok) throw new Error(await packed.text());
  archive = Buffer.from(await packed.arrayBuffer());
});
afterAll(async () => {
  await other?.close();
  rmSync(empty, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function put(bytes: Buffer, { key = environment.key, sha256 = hashOf(bytes) } = {}) {
  const response = await fetch(`${other.url}/environments/${key}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${other.token}`, [ARCHIVE_HASH_HEADER]: sha256 },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  const text = await response.text();
  return { status: response.status, error: text === '' ? null : (JSON.parse(text) as { error: string }).error };
}

const place = () => join(other.folder, 'environments', environment.key);

/** A compressed tar of what `fill` writes to a folder. */
function archiveOf(fill: (folder: string) => void, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'lessonwright-archive-'));
  fill(folder);
  const { stdout, status } = spawnSync('tar', ['--create', '--directory', folder, ...options, '.'], { maxBuffer: 64 * 2 ** 20 });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error('tar failed.');
  return gzipSync(stdout);
}

const about = (changes: object = {}) =>
  JSON.stringify({ key: environment.key, language: 'python', folder: '/a', installed: [], interpreter: {}, ...changes });
const withAbout = (changes: object, fill: (folder: string) => void = () => undefined) =>
  archiveOf((folder) => {
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, '.lessonwright-environment.json'), about(changes));
    fill(folder);
  });

describe('an archive of an environment', () => {
  it.each<[what: string, archive: () => Buffer, options: { key?: string; sha256?: string }, error: RegExp]>([
    ['with another hash', () => archive, { sha256: 'a'.repeat(64) }, /does not match its hash/],
    ['of another environment', () => archive, { key: 'b'.repeat(64) }, /of another environment/],
    ['that was cut off', () => archive.subarray(0, archive.length / 2), {}, /damaged|another environment/],
    ['that is none', () => Buffer.from('hello'), {}, /damaged|another environment/],
    ['without a description', () => archiveOf(() => undefined), {}, /of another environment/],
    [
      'whose description is a link',
      () => archiveOf((folder) => symlinkSync('x', join(folder, '.lessonwright-environment.json'))),
      {},
      /another/,
    ],
    ['with a link to another interpreter', () => withAbout({ interpreter: { 'bin/python': '/bin/sh' } }), {}, /another machine/],
    ['with a link elsewhere', () => withAbout({ interpreter: { 'lib/x': '/usr/bin/python3' } }), {}, /another machine/],
    ['with a link above it', () => withAbout({ interpreter: { '../python': '/usr/bin/python3' } }), {}, /another machine/],
  ])('%s is refused, and leaves nothing', async (_, bytes, options, error) => {
    expect(await put(bytes(), options)).toMatchObject({ status: 400, error: expect.stringMatching(error) as string });
    expect(existsSync(place())).toBe(false);
    expect((await other.call('GET', `/environments/${environment.key}`)).status).toBe(404);
  });

  it('cannot write outside its folder', async () => {
    const outside = join(tmpdir(), `lessonwright-outside-${randomUUID()}`);
    mkdirSync(outside);
    const fill = (folder: string) => {
      writeFileSync(join(folder, 'fine'), 'x');
      writeFileSync(join(folder, 'evil'), 'x');
      symlinkSync(outside, join(folder, 'link'));
    };
    const changed = (to: string) =>
      archiveOf(
        (folder) => {
          mkdirSync(join(folder, 'bin'));
          writeFileSync(join(folder, '.lessonwright-environment.json'), about());
          fill(folder);
        },
        '--absolute-names',
        `--transform=s,^\\./evil$,${to},`,
      );
    for (const to of [`${outside}/evil`, '../../../../../../../../tmp/lessonwright-evil', 'link/evil', '../evil']) {
      expect((await put(changed(to))).status).toBe(204);
      expect(readFileSync(join(place(), 'fine'), 'utf8')).toBe('x');
      const links = readdirSync(place(), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
      expect(links).toEqual([]);
      const written = [join(outside, 'evil'), '/tmp/lessonwright-evil', join(other.folder, 'environments/evil')].map((path) =>
        existsSync(path),
      );
      expect(written).toEqual([false, false, false]);
      spawnSync('rm', ['-rf', place(), `${place()}.json`]);
    }
    rmSync(outside, { recursive: true });
  });

  it('is what another runner of the same platform installs instead of building', async () => {
    const platforms = await Promise.all(
      [builder, other].map(async (each) => (await each.call('GET', `/environments/${environment.key}`)).headers.get(PLATFORM_HEADER)),
    );
    expect(platforms[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(platforms[1]).toBe(platforms[0]);
    const [failed] = (await other.events({ code: 'import reckoner', environment })).slice(-1);
    expect(failed).toMatchObject({ type: 'failed', error: expect.stringContaining('Couldn’t install the packages') as string });

    // Sent twice at once, it is unpacked once.
    expect(await Promise.all([put(archive), put(archive)])).toEqual([
      { status: 204, error: null },
      { status: 204, error: null },
    ]);
    const outcome = await other.run('import reckoner, tallies\nprint(tallies.tally("abc"))', { environment });
    expect(outcome).toMatchObject({ output: '3\n', error: null });
    // Its commands name their new place.
    const { stdout } = spawnSync(join(place(), 'bin/reckon'), { encoding: 'utf8' });
    expect(stdout).toBe('reckoned\n');
    expect((await other.call('GET', `/environments/${environment.key}`)).status).toBe(204);
  });

  it('needs the right lock, and an environment that is installed', async () => {
    const ask = async (key: string, ref: object) => (await builder.call('POST', `/environments/${key}`, JSON.stringify(ref))).status;
    expect(await ask(environment.key, { ...environment, key: 'a'.repeat(64) })).toBe(400);
    expect(await ask(environment.key, { ...environment, lock: 'x' })).toBe(404);
    expect(await ask('a'.repeat(64), { key: 'a'.repeat(64), lock: 'x' })).toBe(404);
    expect(await ask('short', environment)).toBe(400);
  });
});
