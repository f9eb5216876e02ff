import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Db } from '#platform/server/database/database.ts';
import type { AuditLine } from '../contract/audit.ts';
import { auditCsv } from './audit-csv.ts';
import { recordAudit } from './audit.ts';
import { exportAuditRows } from './list-audit.ts';

/** Who pushed to a release decides whose approval counts (features/review), however old the push is. */
const KEPT = 'git.push';

/**
 * Moves the entries of the audit trail before a day to a new CSV file, which only its owner can read. Pushes stay in the trail.
 * Nothing is deleted unless the file is complete and on disk.
 * @param day `2026-01-31`, in UTC. Its own entries stay.
 * @returns How many entries were moved; 0: none were that old, and no file was written.
 * @throws Error if the file exists or can't be written, or the day is not in the past.
 */
export async function archiveAudit(db: Db, { file, day }: { file: string; day: string }): Promise<number> {
  const end = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== day) throw new Error(`${day} is not a day such as 2026-01-31.`);
  if (end.getTime() > Date.now()) throw new Error(`${day} is in the future. Nothing was changed.`);
  if ((await countEntries(db, end)) === 0) return 0;
  const lastDay = new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10);
  const batches = new Archived(exportAuditRows(db, { to: lastDay }));
  // An existing file is not touched.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  let isCreated = false;
  output.once('open', () => (isCreated = true));
  try {
    await pipeline(Readable.from(auditCsv(batches)), output);
    await deleteEntries(db, end, batches.count, file);
  } catch (error) {
    if (isCreated) await rm(file, { force: true });
    throw error;
  }
  return batches.count;
}

/** The entries that are moved, counted. */
class Archived implements AsyncIterable<AuditLine[]> {
  count = 0;
  readonly #batches: AsyncIterable<AuditLine[]>;

  constructor(batches: AsyncIterable<AuditLine[]>) {
    this.#batches = batches;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AuditLine[]> {
    for await (const batch of this.#batches) {
      const moved = batch.filter(({ action }) => action !== KEPT);
      this.count += moved.length;
      yield moved;
    }
  }
}

async function countEntries(db: Db, end: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('at', '<', end)
    .where('action', '!=', KEPT)
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws Error, without deleting anything, if there are more entries than the file has. */
async function deleteEntries(db: Db, end: Date, count: number, file: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('audit_entries').where('at', '<', end).where('action', '!=', KEPT).executeTakeFirst();
    if (Number(numDeletedRows) !== count) throw new Error('Entries were added meanwhile. Nothing was deleted; try again.');
    const details = { entries: count, before: end.toISOString().slice(0, 10), file };
    await recordAudit(tx, { actor: null, action: 'audit.archive', details, address: 'command line' });
  });
}
