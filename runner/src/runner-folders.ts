import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Bind } from './sandbox/bubblewrap-arguments.ts';

/** The runner's own folder. Runs use other user ids, so everything they need is readable by everyone, and nothing else is in it. */
export interface RunnerFolders {
  readonly folder: string;
  readonly blobs: string;
  readonly caches: string;
  /** A copy of our Python modules: the checkout may be unreadable for other users and may change during runs. */
  readonly pythonModules: string;
  /** A copy of our R programs and their supervisor. */
  readonly rPrograms: string;
  /** A copy of the programs that run PGlite. */
  readonly postgresPrograms: string;
  /** /etc files in which programs look up their user. */
  readonly settings: readonly Bind[];
}

const LANGUAGES = resolve(import.meta.dirname, '../languages');
/** Checkers that check code imports: a separate package that also works without a runner. */
const PYCHECK = resolve(import.meta.dirname, '../pycheck/src');
const USER_FILES = {
  passwd: 'learner:x:1000:1000:Learner:/work:/bin/sh\nnobody:x:65534:65534:Nobody:/nonexistent:/usr/sbin/nologin\n',
  group: 'learner:x:1000:\nnogroup:x:65534:\n',
};

/** Creates or updates the runner's folder. */
export async function prepareFolders(folder: string): Promise<RunnerFolders> {
  const settings = join(folder, 'etc');
  await makeFolder(folder, 0o711);
  await makeFolder(settings, 0o755);
  for (const [name, text] of Object.entries(USER_FILES)) await writeReadable(join(settings, name), text);
  return {
    folder,
    blobs: join(folder, 'blobs'),
    caches: join(folder, 'caches'),
    pythonModules: await copyModules('python', join(folder, 'languages'), [PYCHECK]),
    rPrograms: await copyModules('r', join(folder, 'languages')),
    postgresPrograms: await copyModules('postgres', join(folder, 'languages')),
    settings: Object.keys(USER_FILES).map((name) => ({ source: join(settings, name), target: `/etc/${name}` })),
  };
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
}

async function writeReadable(path: string, text: string, mode = 0o644): Promise<void> {
  await writeFile(path, text);
  await chmod(path, mode);
}

/** Programs that shells find by their name. */
const isCommand = (name: string): boolean => name.startsWith('programs/');

async function programsOf(folder: string): Promise<{ name: string; path: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(py|R|mts)$/.test(name) || isCommand(name)).sort();
  return names.map((name) => ({ name, path: join(folder, name) }));
}

/** The copy is named by a hash of its contents, so compiled files next to it are valid as long as it exists. */
async function copyModules(language: string, to: string, packages: readonly string[] = []): Promise<string> {
  const sources = (await Promise.all([join(LANGUAGES, language), ...packages].map(programsOf))).flat();
  const names = sources.map(({ name }) => name);
  const texts = await Promise.all(sources.map(({ path }) => readFile(path, 'utf8')));
  const hash = createHash('sha256')
    .update(JSON.stringify([names, texts]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(to, `${language}-${hash}`);
  await makeFolder(to, 0o755);
  const copies = (await readdir(to)).filter((name) => name.startsWith(`${language}-`));
  if (copies.includes(basename(folder))) return folder;
  for (const old of copies) await rm(join(to, old), { recursive: true, force: true });
  const unfinished = `${folder}.unfinished`;
  for (const [index, name] of names.entries()) {
    const path = join(unfinished, name);
    for (const parent of [unfinished, dirname(path)]) await makeFolder(parent, 0o755);
    await writeReadable(path, texts[index] ?? '', isCommand(name) ? 0o755 : 0o644);
  }
  await rename(unfinished, folder);
  return folder;
}
