import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderTemplate } from '#testing/database.ts';
import { DATABASE_FOLDER, openDatabase } from './database.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { startPostgres } from './embedded.ts';
import { DatabaseStartError } from './start-error.ts';

const KILLS = 12;
const LONGEST_LIFE_MS = 300;
const PROGRAMS = join(import.meta.dirname, '../../../../testing/programs');

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'durability-'));
  folder = join(parent, DATABASE_FOLDER);
  cpSync(await folderTemplate(), folder, { recursive: true });
});
afterEach(() => rm(parent, { recursive: true }));

interface Ended {
  /** Numbers of the rows that were acknowledged. */
  readonly said: readonly number[];
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a program that commits numbered rows until it ends by itself, or `end`, called after the first commit, ends it. */
async function commit(program: string, end: (child: ChildProcess) => unknown = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, [join(PROGRAMS, program), parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const closed = once(reader, 'close');
  await Promise.race([once(reader, 'line'), exit]);
  await end(child);
  await Promise.all([exit, closed]);
  return { said: lines.filter((line) => /^\d+$/.test(line)).map(Number), exitCode: child.exitCode, output: lines.join('\n') };
}

async function committedRows(): Promise<number[]> {
  const { db, close } = await openDatabase({ dataFolder: parent, databaseUrl: null });
  try {
    const rows = await db.selectFrom('settings').select('key').execute();
    return rows.map((row) => Number(row.key.slice('row-'.length))).toSorted((a, b) => a - b);
  } finally {
    await close();
  }
}

describe('what was acknowledged', () => {
  it(`is there after the process was killed, ${KILLS} times`, { timeout: 300_000 }, async () => {
    let last = -1;
    for (let kill = 0; kill < KILLS; kill++) {
      const { said } = await commit('commit-rows.ts', (child) => setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS));
      // It goes on after the rows that it found. One more may have been committed than there was time to tell.
      expect(said[0]).toBeGreaterThan(last);
      expect(said[0]).toBeLessThanOrEqual(last + 2);
      last = said.at(-1) ?? last;
    }
    const rows = await committedRows();
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, number) => number));
    expect(rows.length).toBeGreaterThan(last);
  });

  it('stays all there is when the disk fails: the process ends', async () => {
    const { said, exitCode, output } = await commit('lose-disk.ts');
    expect(output).toContain('the embedded database cannot go on');
    expect({ said, exitCode }).toEqual({ said: [0, 1, 2, 3, 4], exitCode: 1 });
    expect((await committedRows()).length).toBeGreaterThanOrEqual(said.length);
  });

  it('was flushed before, and nothing else was', async () => {
    const flushed: string[] = [];
    class Watched extends DurableFileSystem {
      protected override flush(descriptor: number, path: string): void {
        super.flush(descriptor, path);
        flushed.push(path.replace(/.*\/data\//, '').replace(/[0-9A-F]{24}/, '<segment>'));
      }
    }
    await using(await startPostgres(new Watched(folder)), async (postgres) => {
      flushed.length = 0;
      await postgres.query("insert into settings values ('a', '1')");
      expect(flushed).toEqual(['pg_wal/<segment>']);
      flushed.length = 0;
      await postgres.query('select * from settings');
      expect(flushed).toEqual([]);
      await postgres.query('checkpoint');
      // The pages before the word that they are there.
      expect(flushed.at(-1)).toBe('global/pg_control');
      expect(flushed.filter((path) => path.startsWith('base/')).length).toBeGreaterThan(0);
    });
  });

  it('is there after a power cut, at any moment', async () => {
    const disk = new Disk(folder, join(parent, 'disk'));
    const cuts: { at: string; rows: number }[] = [];
    await using(await startPostgres(disk), async (postgres) => {
      for (let rows = 0; rows < 40; rows++) {
        if (rows % 8 === 3) cuts.push({ at: disk.cutPower(), rows });
        if (rows === 20) await postgres.query('checkpoint');
        await postgres.query('insert into settings values ($1, $2)', [`row-${rows}`, JSON.stringify('x'.repeat(2_000))]);
      }
      cuts.push({ at: disk.cutPower(), rows: 40 });
    });
    expect(cuts).toHaveLength(6);
    for (const { at, rows } of cuts) {
      await using(await startPostgres(new DurableFileSystem(at)), async (postgres) => {
        const result = await postgres.query<{ key: string }>('select key from settings order by length(key), key');
        expect(result.rows.map((row) => row.key)).toEqual(Array.from({ length: rows }, (_, number) => `row-${number}`));
      });
    }
  });
});

async function using(postgres: PGlite, test: (postgres: PGlite) => Promise<void>): Promise<void> {
  try {
    await test(postgres);
  } finally {
    await postgres.close();
  }
}

/**
 * A disk that keeps only what it was made to keep: the content of a file as of its last flush, and a folder's names as
 * of its last flush, or of the flush of the file itself. Everything that was merely written is lost in a power cut.
 */
class Disk extends DurableFileSystem {
  readonly #disk: string;
  /** Content as of the last flush, by inode: a file keeps it when it is renamed. */
  readonly #contents: string;
  #cuts = 0;

  constructor(folder: string, disk: string) {
    super(folder);
    this.#disk = disk;
    this.#contents = `${disk}-contents`;
    cpSync(folder, disk, { recursive: true });
    mkdirSync(this.#contents);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (statSync(path).isFile()) copyFileSync(path, this.#contentOf(path));
    }
  }

  protected override flush(descriptor: number, path: string): void {
    super.flush(descriptor, path);
    const name = path.slice(path.indexOf('/data') + '/data'.length);
    const real = join(this.rootDir, name);
    if (statSync(real).isDirectory()) this.#keepNames(real, join(this.#disk, name));
    else this.#keepContent(real, join(this.#disk, name));
  }

  /** Answers a folder with what is on the disk now. */
  cutPower(): string {
    const copy = `${this.#disk}-${this.#cuts++}`;
    cpSync(this.#disk, copy, { recursive: true });
    return copy;
  }

  #contentOf(path: string): string {
    return join(this.#contents, String(statSync(path).ino));
  }

  #keepContent(real: string, kept: string): void {
    copyFileSync(real, this.#contentOf(real));
    if (existsSync(dirname(kept))) copyFileSync(real, kept);
  }

  #keepNames(real: string, kept: string): void {
    mkdirSync(kept, { recursive: true });
    const names = readdirSync(real, { withFileTypes: true });
    for (const gone of readdirSync(kept)) if (!names.some(({ name }) => name === gone)) rmSync(join(kept, gone), { recursive: true });
    for (const entry of names) {
      const path = join(real, entry.name);
      if (entry.isDirectory()) mkdirSync(join(kept, basename(path)), { recursive: true });
      else if (existsSync(this.#contentOf(path))) copyFileSync(this.#contentOf(path), join(kept, entry.name));
      else writeFileSync(join(kept, entry.name), '');
    }
  }
}

it('a second process is refused while the first lives', async () => {
  await commit('commit-rows.ts', async (child) => {
    try {
      await expect(openDatabase({ dataFolder: parent, databaseUrl: null })).rejects.toThrow(
        `The database ${folder} is in use by process ${child.pid}.`,
      );
    } finally {
      child.kill('SIGKILL');
    }
  });
  expect(await committedRows()).not.toEqual([]);
});

describe('a cluster that is damaged', () => {
  const damages: [string, string, () => void][] = [
    [
      'the log is missing',
      'FATAL:  required WAL directory "pg_wal" does not exist',
      () => rmSync(join(folder, 'pg_wal'), { recursive: true }),
    ],
    [
      'another version made it',
      'FATAL:  database files are incompatible with server',
      () => writeFileSync(join(folder, 'PG_VERSION'), '12\n'),
    ],
  ];
  it.each(damages)('is refused with the reason: %s', async (_, reason, damage) => {
    damage();
    const opening = openDatabase({ dataFolder: parent, databaseUrl: null });
    await expect(opening).rejects.toThrow(DatabaseStartError);
    await expect(opening).rejects.toThrow(`The embedded database does not start: ${reason}`);
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });
});
