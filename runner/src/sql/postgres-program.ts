import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import type { RunnerFolders } from '../runner-folders.ts';
import { WORK_FOLDER } from '../sandbox/bubblewrap-arguments.ts';
import type { SandboxRun } from '../sandbox/sandbox.ts';

const PACKAGE = '@electric-sql/pglite';
const INSIDE = '/opt/lessonwright';
const NODE_INSIDE = `${INSIDE}/bin/node`;
const DATA_INSIDE = `${INSIDE}/empty-database.tar`;
/** Optimized code would be compiled during the first queries and cost half a gigabyte and more time than it saves. */
const QUICK_START = '--liftoff-only';
const PREPARE_MS = 120_000;
const FILES_MODE = 0o755;

/** PostgreSQL as a program for the sandbox: Node, PGlite, our program, and the files of an empty database. */
export interface PostgresProgram {
  readonly run: Pick<SandboxRun, 'command' | 'environment' | 'binds' | 'reads'>;
}

/**
 * Creates the files of an empty database, once per version of PGlite and of our program.
 * @throws Error saying what is missing
 */
export async function preparePostgres(folders: RunnerFolders): Promise<PostgresProgram> {
  // The package folder; its exports are in `dist`.
  const package_ = resolve(dirname(fileURLToPath(import.meta.resolve(PACKAGE))), '..');
  const { version } = JSON.parse(await readFile(join(package_, 'package.json'), 'utf8')) as { version: string };
  const data = join(folders.caches, `postgres-${version}.tar`);
  if (!existsSync(data)) await makeFiles(data);
  const binds = [
    { source: execPath, target: NODE_INSIDE },
    { source: package_, target: `${INSIDE}/node_modules/${PACKAGE}` },
    { source: folders.postgresPrograms, target: `${INSIDE}/postgres` },
    { source: data, target: DATA_INSIDE },
    ...folders.settings,
  ];
  return {
    run: {
      command: [NODE_INSIDE, QUICK_START, `${INSIDE}/postgres/main.mts`, DATA_INSIDE],
      environment: { PATH: '/usr/bin:/bin', HOME: WORK_FOLDER, TMPDIR: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC' },
      binds,
      reads: [dirname(execPath), package_],
    },
  };
}

/** Runs outside the sandbox, with only our own code. */
async function makeFiles(target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: FILES_MODE });
  const unfinished = `${target}.unfinished`;
  const program = resolve(import.meta.dirname, '../../languages/postgres/prepare.mts');
  await promisify(execFile)(execPath, [program, unfinished], { timeout: PREPARE_MS, env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
  await rename(unfinished, target);
}

/** Limits of a process: those of the run plus the in-memory database. */
export function processLimits(limits: RunLimits): SandboxRun['limits'] {
  const { memory_bytes, disk_bytes, files, processes } = limits;
  return { memory_bytes: memory_bytes + DATABASE_BYTES, disk_bytes, files, processes };
}

/** Node with the files of an empty database. */
const DATABASE_BYTES = 256 * 1024 * 1024;
