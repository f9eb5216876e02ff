import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 900_000;
/** Outside of the repository, so that a clean clone finds what another one installed. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lessonwright-bench');

/**
 * Returns the folder of a program that the product is measured against, and installs it first if it isn't there. A folder is only named
 * as it is once it is complete.
 *
 * @param pins What identifies its contents: another text is another folder.
 */
async function peerFolder(name: string, pins: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `${name}-${createHash('sha256').update(pins).digest('hex').slice(0, 12)}`);
  const done = `${folder}.installed`;
  const isThere = await stat(done).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  await mkdir(CACHE, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  console.error(`Installing ${name} into ${folder} …`);
  await install(folder);
  await writeFile(`${done}.new`, pins);
  await rename(`${done}.new`, done);
  return folder;
}

/**
 * Returns the folder of a virtual environment with the pinned packages of `<name>.txt`, on top of those of the interpreter, so that
 * pandas is the same one that the product runs.
 *
 * @param python An interpreter of this machine.
 */
export async function pythonPeer(name: 'jupyter' | 'mcp' | 'nbgrader' | 'otter', python: string): Promise<string> {
  const list = join(import.meta.dirname, `${name}.txt`);
  const pins = `${await versionOf(python)} ${python}\n${await readFile(list, 'utf8')}`;
  return peerFolder(name, pins, async (folder) => {
    await run(python, ['-m', 'venv', '--system-site-packages', folder], { timeout: INSTALL_MS });
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--requirement', list], { timeout: INSTALL_MS });
  });
}

/** Returns the folder of one package of npm. */
export async function npmPeer(name: string, packageName: string, version: string): Promise<string> {
  return peerFolder(name, `${packageName}@${version}`, async (folder) => {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${packageName}@${version}`];
    await run('npm', words, { cwd: folder, timeout: INSTALL_MS });
  });
}

async function versionOf(python: string): Promise<string> {
  return (await run(python, ['--version'])).stdout.trim();
}
