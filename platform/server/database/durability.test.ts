import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderTemplate } from '#testing/database.ts';
import { DATABASE_FOLDER, openDatabase } from './database.ts';
import { findPostmaster } from './postgres/postmaster.ts';
import { DatabaseStartError } from './start-error.ts';

const KILLS = 2;
const LONGEST_LIFE_MS = 200;
const PROGRAM = join(import.meta.dirname, '../../../testing/programs/commit-rows.ts');

let parent: string;
let folder: string;

async function makeDatabase(): Promise<void> {
  parent = await mkdtemp(join(tmpdir(), 'durability-'));
  folder = join(parent, DATABASE_FOLDER);
  cpSync(await folderTemplate(), folder, { recursive: true });
}
const removeDatabase = () => rm(parent, { recursive: true });

/** A process that commits numbered rows until it is killed. */
class Writer {
  readonly child: ChildProcess;
  /** Numbers of the acknowledged rows. */
  readonly said: number[] = [];
  failures = 0;
  readonly #lines: ReturnType<typeof createInterface>;

  constructor() {
    this.child = spawn(process.execPath, [PROGRAM, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.child.stdout!);
    this.#lines.on('line', (line) => {
      if (line === 'failed') this.failures += 1;
      // The log goes to the same stream.
      else if (/^\d+$/.test(line)) this.said.push(Number(line));
    });
  }

  /** Resolves once this many more rows were acknowledged. */
  async commits(count: number): Promise<void> {
    const goal = this.said.length + count;
    while (this.said.length < goal) {
      if (this.child.exitCode !== null) throw new Error(`The writer ended: ${this.child.exitCode}.`);
      await sleep(5);
    }
  }

  async kill(): Promise<void> {
    const ended = Promise.all([once(this.child, 'exit'), once(this.#lines, 'close')]);
    this.child.kill('SIGKILL');
    await ended;
  }
}

async function committedRows(): Promise<number[]> {
  const { db, close } = await openDatabase({ dataFolder: parent, databaseUrl: null, isOwner: true });
  try {
    const rows = await db.selectFrom('settings').select('key').execute();
    return rows.map((row) => Number(row.key.slice('row-'.length))).toSorted((a, b) => a - b);
  } finally {
    await close();
  }
}

function postmaster(): number {
  const found = findPostmaster(folder);
  if (found === null) throw new Error('PostgreSQL does not run.');
  return found.pid;
}

/** PostgreSQL's processes for clients and for itself. */
function backends(): number[] {
  const children = readFileSync(`/proc/${postmaster()}/task/${postmaster()}/children`, 'utf8');
  return children.split(' ').map(Number).filter(Boolean);
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

describe('acknowledged writes survive', () => {
  beforeAll(makeDatabase);
  afterAll(removeDatabase);

  it(`after killing the server ${KILLS} times, and PostgreSQL ends with it`, async () => {
    let last = -1;
    let pid = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = new Writer();
      await writer.commits(1);
      pid = postmaster();
      await sleep(Math.random() * LONGEST_LIFE_MS);
      await writer.kill();
      // It continues after the rows it found. One more may have been committed before it was printed.
      expect(writer.said[0]).toBeGreaterThan(last);
      expect(writer.said[0]).toBeLessThanOrEqual(last + 2);
      last = writer.said.at(-1) ?? last;
    }
    await expect.poll(() => findPostmaster(folder)?.pid, { interval: 20, timeout: 300_000 }).not.toBe(pid);
    const rows = await committedRows();
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, number) => number));
    expect(rows.length).toBeGreaterThan(last);
  });

  describe('of one server', () => {
    let writer: Writer;
    beforeAll(() => {
      writer = new Writer();
    });

    // The test below kills all of them.
    const kills: [string, () => number[]][] = [
      ['the server process', () => [postmaster()]],
      ['a process of a connection', () => backends().slice(-1)],
    ];
    it.each(kills)('after %s of PostgreSQL was killed, which starts again by itself', async (_, victims) => {
      await writer.commits(3);
      const failures = writer.failures;
      kill(victims());
      await expect.poll(() => writer.failures, { interval: 5, timeout: 300_000 }).toBeGreaterThan(failures);
      await writer.commits(5);
    });

    it('after the server and PostgreSQL were killed together', async () => {
      const victims = [...backends(), postmaster()];
      const killed = writer.kill();
      kill(victims);
      await killed;
      const rows = new Set(await committedRows());
      expect(writer.said.filter((number) => !rows.has(number))).toEqual([]);
    });
  });
});

describe('a separate database', () => {
  beforeEach(makeDatabase);
  afterEach(removeDatabase);

  it('an orphaned server is stopped by the next start', async () => {
    const writer = new Writer();
    await writer.commits(1);
    const pid = postmaster();
    // Too busy to react to the end of its parent.
    process.kill(pid, 'SIGSTOP');
    await writer.kill();
    const wake = setTimeout(() => process.kill(pid, 'SIGCONT'), 200);
    expect(await committedRows()).not.toEqual([]);
    clearTimeout(wake);
    // A process that has not been reaped yet no longer has a folder.
    expect(() => readlinkSync(`/proc/${pid}/cwd`)).toThrow();
  });

  it('that is damaged is refused with the reason', async () => {
    rmSync(join(folder, 'pg_wal'), { recursive: true });
    const opening = openDatabase({ dataFolder: parent, databaseUrl: null, isOwner: true });
    await expect(opening).rejects.toThrow(DatabaseStartError);
    await expect(opening).rejects.toThrow('Couldn’t start PostgreSQL: FATAL:  required WAL directory "pg_wal" does not exist');
  });
});
