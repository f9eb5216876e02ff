/** Archives of built environments, by which runners share them. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, constants } from 'node:zlib';
import { z } from 'zod';
import { PACKAGED_LANGUAGES } from '#platform/contract/languages.ts';
import { Sha256 } from '#platform/contract/runner-protocol.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import { boundBytes, type InstallerSandbox } from './installer-sandbox.ts';
import { linksIn, relocateEnvironment } from './relocate-environment.ts';
import { InstallError, PROGRAM_PATH } from './run-installer.ts';

/** First in each archive: what a runner needs besides the files. */
const ABOUT_FILE = '.lessonwright-environment.json';
const About = z.object({
  key: Sha256,
  language: z.enum(PACKAGED_LANGUAGES),
  /** Where it was on the runner that built it; its commands contain that path. */
  folder: z.string(),
  installed: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Links to the interpreter, by path. All others stay inside the environment. */
  interpreter: z.record(z.string(), z.string()),
});
type About = z.infer<typeof About>;

const MOST_ABOUT_BYTES = 4 * 2 ** 20;
const MOST_BYTES = 16 * 2 ** 30;
const MOST_ENTRIES = 1_000_000;
const INTERPRETER_LINK = /^bin\/python[0-9.]*$/;
const UNPACK = ['/usr/bin/python3', '-I', '/opt/lessonwright/python/unpack_tree.py'];

/**
 * Writes a built environment as a compressed archive.
 * @param interpreters paths that links of it may lead to
 * @param out is called when the environment can be shared
 * @throws InstallError if it has other links to outside, because no other runner would accept them
 */
export async function packEnvironment(
  environment: Omit<About, 'interpreter'>,
  interpreters: ReadonlySet<string>,
  scratch: string,
  out: () => NodeJS.WritableStream,
): Promise<void> {
  const { folder } = environment;
  const interpreter: Record<string, string> = {};
  for (const [path, target] of await linksIn(folder)) {
    const name = relative(folder, path);
    if (staysInside(name, target)) continue;
    if (!INTERPRETER_LINK.test(name) || !interpreters.has(target))
      throw new InstallError('The environment has links to files of its machine, so it cannot be shared.');
    interpreter[name] = target;
  }
  await writeFile(join(scratch, ABOUT_FILE), JSON.stringify({ ...environment, interpreter } satisfies About));
  const command = ['--create', '--hard-dereference', '--directory', scratch, ABOUT_FILE, '--directory', folder, '.'];
  const tar = spawn('tar', command, { cwd: '/', env: { PATH: PROGRAM_PATH, LANG: 'C.UTF-8' }, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(tar, 'close') as Promise<[number | null]>;
  try {
    await pipeline(tar.stdout, requireEnd(ended), createGzip({ level: constants.Z_BEST_SPEED }), out());
  } finally {
    tar.kill('SIGKILL');
  }
}

/** An archive that was cut off must not look whole. */
function requireEnd(ended: Promise<[number | null]>) {
  return async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield* pieces;
    const [code] = await ended;
    if (code !== 0) throw new Error('Couldn’t read the environment.');
  };
}

/**
 * Unpacks an archive, whose hash was checked, to its place. Files are written in the installers' sandbox, where nothing but the new
 * folder can be written, and no link leads out of it.
 * @param options.target the place, which must not exist
 * @throws InstallError if it isn't an archive of that environment
 */
export async function unpackEnvironment(
  archive: string,
  options: { key: string; scratch: string; target: string; interpreters: ReadonlySet<string>; installers: InstallerSandbox },
  hooks: BuildHooks,
): Promise<Installed> {
  const { key, scratch, target, interpreters, installers } = options;
  const made = await installers.give(join(scratch, 'environment'));
  const gunzip = createGunzip();
  const files = boundBytes(MOST_BYTES);
  const hasRead = pipeline(createReadStream(archive), gunzip, files).then(
    () => true,
    () => false,
  );
  const command = [...UNPACK, installers.inside(made), String(MOST_BYTES), String(MOST_ENTRIES)];
  const unpacked = await Promise.allSettled([installers.run({ command, input: files, writes: [made], ...hooks })]);
  hooks.signal.throwIfAborted();
  files.destroy();
  if (!(await hasRead)) throw new InstallError('The archive is damaged.');
  for (const each of unpacked) if (each.status === 'rejected') throw each.reason;
  const about = await readAbout(join(made, ABOUT_FILE));
  if (about?.key !== key) throw new InstallError('The archive is of another environment.');
  for (const [name, path] of Object.entries(about.interpreter)) {
    if (!INTERPRETER_LINK.test(name) || !interpreters.has(path)) throw new InstallError('The archive was made for another machine.');
    await placeLink(made, name, path);
  }
  if (about.language === 'python')
    await relocateEnvironment(made, target, { python: join(about.folder, 'bin/python'), folder: about.folder });
  else await rename(made, target);
  return about.installed;
}

async function readAbout(path: string): Promise<About | null> {
  const state = await lstat(path).catch(() => null);
  if (!state?.isFile() || state.size > MOST_ABOUT_BYTES) return null;
  const text = await readFile(path, 'utf8');
  await rm(path);
  try {
    return About.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The folder may itself be a link of the archive. */
async function placeLink(made: string, name: string, target: string): Promise<void> {
  const folder = join(made, dirname(name));
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw new InstallError('The archive is damaged.');
  await symlink(target, join(made, name));
}

/** As unpack_tree.py decides. */
function staysInside(name: string, target: string): boolean {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const ups = parts.filter((part) => part === '..').length;
  if (target.startsWith('/') || parts.slice(0, ups).some((part) => part !== '..')) return false;
  const path = normalize(join(dirname(name), target));
  return path !== '..' && !path.startsWith('../');
}
