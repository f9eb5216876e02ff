import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LANGUAGES } from '#platform/contract/languages.ts';

const SETUP = import.meta.dirname;
/** A version that no machine has. */
const VERSION = '3.99';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-python-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, path), 0o755);
}

/** Brings the Python, with a uv that logs its arguments and then runs a script. Returns what is said. */
function bring(uv: string, env: Readonly<Record<string, string>> = {}): string {
  writeProgram('bin/uv', `echo "$*" >>"${folder}/calls"\n${uv}`);
  writeProgram('bin/system-python', 'echo 3.13.5');
  const script = `. ${SETUP}/node.sh; . ${SETUP}/python.sh; SYSTEM_PYTHON=${folder}/bin/system-python; LESSON_PYTHON=${VERSION}; bring_python`;
  const { stderr, status } = spawnSync('sh', ['-euc', script], {
    cwd: folder,
    env: { PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stderr;
}

const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []);

it('brings the version that new lessons get', () => {
  expect(readFileSync(resolve(SETUP, 'python.sh'), 'utf8')).toContain(`\nLESSON_PYTHON=${LANGUAGES.python.defaultVersion}\n`);
});

it('installs the Python with uv, once', () => {
  const installed = `.local/share/uv/python/cpython-${VERSION}.1-linux-x86_64-gnu/bin/python${VERSION}`;
  const text = bring(`mkdir -p "$(dirname "${folder}/${installed}")"; : >"${folder}/${installed}"; chmod +x "${folder}/${installed}"`);
  expect(text).toMatch(/^Installing Python 3\.99 with uv …\nInstalling Python 3\.99 with uv: done in \d+ s\.\n$/);
  expect(bring('exit 1')).toBe('');
  expect(calls()).toEqual([`python install --no-bin ${VERSION}`]);
});

it('goes on without it, says why and what to do, and doesn’t try again at the next start', () => {
  const text = bring('echo "error: dns error" >&2; exit 2');
  expect(text).toContain('Python 3.99 could not be installed: dns error.\nNew lessons use the Python of this system, 3.13.5.\n');
  expect(text).toContain('UV_PYTHON_INSTALL_MIRROR');
  expect(bring('exit 2')).toBe('');
  expect(calls()).toHaveLength(1);
  expect(bring('exit 2', { UV_PYTHON_INSTALL_MIRROR: 'https://mirror.example' })).toContain('could not be installed');
});

it('installs nothing with LESSONWRIGHT_INSTALL=0', () => {
  expect(bring('exit 2', { LESSONWRIGHT_INSTALL: '0' })).toBe('');
  expect(calls()).toEqual([]);
});
