import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findInterpreters } from '../src/python/interpreters.ts';
import { preparePython } from '../src/python/prepare-python.ts';
import { compileR } from '../src/r/compile-r.ts';
import { findR } from '../src/r/find-r.ts';
import { prepareFolders } from '../src/runner-folders.ts';
import { preparePostgres } from '../src/sql/postgres-program.ts';

/** What a runner makes once in its folder, the same for each: compiled programs and lists of fonts, and an empty PostgreSQL database. */
type Prepared = 'programs' | 'postgres';

interface Maker {
  readonly make: (folder: string) => Promise<unknown>;
  readonly folders: readonly string[];
}

const MAKERS: Readonly<Record<Prepared, Maker>> = {
  programs: {
    make: async (folder) => {
      const { pythonModules: modules, caches, rPrograms } = await prepareFolders(folder);
      const [pythons, [r]] = await Promise.all([findInterpreters([]), findR()]);
      // The runners of tests have their own home, so they don't find Pythons in that of the user.
      const ofSystem = pythons.filter(({ folders }) => folders.length === 0);
      await Promise.all([
        ...ofSystem.map((python) => preparePython(python, { modules, caches })),
        r && compileR(r, rPrograms, new AbortController().signal),
      ]);
    },
    folders: ['languages', 'caches'],
  },
  postgres: { make: async (folder) => preparePostgres(await prepareFolders(folder)), folders: ['caches'] },
};

/**
 * Fills the folder of a new runner with what another one would have prepared there: that takes longer than most tests.
 *
 * @param templates a folder that test processes share. The first one makes a template; runners that start meanwhile prepare it themselves
 * @param owner the runner's user, if that isn't the one of this process
 */
export async function copyPrepared(
  what: Prepared,
  templates: string,
  folder: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): Promise<void> {
  const template = join(templates, `prepared-${what}`);
  if (!(await exists(template))) await makeTemplate(what, template);
  if (!(await exists(template))) return;
  // The files of a template never change.
  const folders = MAKERS[what].folders.map((name) => join(template, name));
  await promisify(execFile)('cp', ['--recursive', ...(owner ? [] : ['--link']), ...folders, folder]);
  if (owner) for (const path of await readdir(folder, { recursive: true })) await chown(join(folder, path), owner.uid, owner.gid);
}

async function makeTemplate(what: Prepared, template: string): Promise<void> {
  const unfinished = `${template}.unfinished`;
  // Fails if another process makes it.
  const isMine = await mkdir(unfinished).then(
    () => true,
    () => false,
  );
  if (!isMine) return;
  await MAKERS[what].make(unfinished);
  await rename(unfinished, template);
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}
