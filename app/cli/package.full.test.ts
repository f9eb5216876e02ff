import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Without datasets, and with custom checks. */
const LESSON = 'lessons/103-assessment-seals-on-the-rocks';
let folder: string;
let archive: string;

const run = async (cwd: string, program: string, ...args: string[]) => {
  // Nothing of the checkout, and no registry.
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), npm_config_offline: 'true' };
  const settings = { LESSONWRIGHT_RUNNER_PREPARE_BASE: '0' };
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...env, ...settings } });
  return stdout;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-package-'));
  // Runs have other user ids.
  await chmod(folder, 0o711);
  await run(ROOT, process.execPath, 'scripts/setup/bundle-server.ts', 'dist/cli', 'cli');
  const packed = join(ROOT, (await run(ROOT, process.execPath, 'scripts/pack-cli.ts')).trim());
  archive = basename(packed);
  await copyFile(packed, join(folder, archive));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is installed without a registry, writes a new lesson, and checks lessons with their code', async () => {
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', `./${archive}`);
  const lessonwright = (...args: string[]) => run(folder, 'npx', 'lessonwright', ...args);
  expect(await lessonwright('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  await lessonwright('new', 'content', 'content');
  const content = join(folder, 'content');
  const inContent = (...args: string[]) => run(content, join(folder, 'node_modules/.bin/lessonwright'), ...args);
  expect(await inContent('new', 'lesson', 'Sums')).toContain('lessons/1-sums/lesson.yaml');
  await cp(join(ROOT, 'app/server/sample-content/lessons'), join(content, 'lessons'), { recursive: true });
  expect(await inContent('check', LESSON)).toContain('1 lesson: 0 errors');
});

it('runs from its archive', async () => {
  expect(await run(folder, 'npx', '--yes', `./${archive}`, '--help')).toContain('Usage: lessonwright <command> [options]');
});
