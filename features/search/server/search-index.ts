import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#platform/server/database/database.ts';
import type { Channel } from '#platform/server/database/notifications.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SearchDocument } from '../contract/search.ts';
import { readDocuments, type ReadDocument } from './read-documents.ts';

// queued (by a trigger, with the row) ──▶ read and written here ──▶ removed from the queue, in one transaction.
// A crash leaves the queue as it was, so nothing that was saved stays unknown to the search.

/** Sent by the triggers of migration 0033. */
const channel: Channel<'queued'> = { name: 'lessonwright_search', schema: z.literal('queued') };

/** Documents of one transaction: a save that waits for its turn waits for at most one. */
const BATCH = 100;
/** Saves that follow each other are read together: an author is found within a second, and the next save isn't slowed down by this one. */
const PAUSE_MS = 200;
/** How often the queue is read if a notification was lost, and the index cleaned. */
const POLL_MS = 5_000;
/** The parts of the index (migration 0037). */
const INDEXES = ['', '_1', '_2', '_3', '_4', '_5', '_6', '_7'].map((part) => `search_texts_trigrams${part}`);
/** Only one server writes texts at a time, so that no older state replaces a newer one. The number is arbitrary. */
const INDEX_LOCK = 7_402_319_561;

type IndexPlatform = Pick<Platform, 'db' | 'blobs' | 'log' | 'notifications'>;

/** Keeps the texts that are searched up to date with what is saved. Every server has one, and they take turns. */
export class SearchIndex {
  readonly #platform: IndexPlatform;
  readonly #poll: NodeJS.Timeout;
  #working: Promise<void> | null = null;
  #hasNews = false;
  /** New entries wait in a list, which every search reads. */
  #hasList = false;
  #isCleaningDue = false;
  readonly #pauseMs: number;
  readonly #closing = new AbortController();

  private constructor(platform: IndexPlatform, pauseMs: number) {
    this.#platform = platform;
    this.#pauseMs = pauseMs;
    this.#poll = setInterval(() => this.#wake(true), POLL_MS).unref();
  }

  static async start(platform: IndexPlatform, { pauseMs = PAUSE_MS }: { pauseMs?: number } = {}): Promise<SearchIndex> {
    const index = new SearchIndex(platform, pauseMs);
    const wake = () => index.#wake();
    await platform.notifications.listen(channel, { onMessage: wake, onMissed: wake });
    wake();
    return index;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#poll);
    await this.#working;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #wake(isPoll = false): void {
    this.#hasNews = true;
    this.#isCleaningDue ||= isPoll;
    if (this.#isClosed || this.#working !== null) return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
    });
  }

  async #work(): Promise<void> {
    try {
      while (this.#hasNews && !this.#isClosed) {
        await sleep(this.#pauseMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
        this.#hasNews = false;
        while (!this.#isClosed && (await this.#indexBatch())) this.#hasList = true;
      }
      // Not after each save: searches read the list faster than it is cleaned.
      if (this.#isCleaningDue && this.#hasList && !this.#isClosed) {
        this.#isCleaningDue = false;
        this.#hasList = false;
        await sql`select gin_clean_pending_list(name::regclass) from unnest(${INDEXES}::text[]) as parts (name)`.execute(this.#platform.db);
      }
    } catch (error) {
      // Tried again with the next poll.
      this.#platform.log.error({ err: error }, 'the search could not read what was saved');
    }
  }

  /** Returns whether there may be more. */
  #indexBatch(): Promise<boolean> {
    return this.#platform.db.transaction().execute(async (tx) => {
      // After a crash the queue has what this transaction has read, so nothing has to wait for the disk.
      await sql`select pg_advisory_xact_lock(${INDEX_LOCK}), set_config('synchronous_commit', 'off', true)`.execute(tx);
      // The newest first: what was just saved is looked for, and the rest may be an import.
      const queued = await tx.selectFrom('search_queue').selectAll().orderBy('id', 'desc').limit(BATCH).execute();
      if (queued.length === 0) return false;
      for (const [document, rows] of Map.groupBy(queued, (row) => row.document)) {
        const ids = [...new Set(rows.map(({ document_id }) => document_id))];
        await storeTexts(tx, document, ids, await readDocuments(this.#platform, tx, document, ids));
      }
      const done = queued.map(({ id }) => id);
      await tx.deleteFrom('search_queue').where('id', 'in', done).execute();
      return true;
    });
  }
}

/** Writes what differs between the texts of these documents and the rows that they have. */
async function storeTexts(tx: Tx, document: SearchDocument, ids: readonly number[], documents: readonly ReadDocument[]): Promise<void> {
  const stored = await tx
    .selectFrom('search_texts')
    .select(['id', 'document_id', 'field', 'kind', 'label', 'text', 'lesson_id', 'path_id'])
    .where('document', '=', document)
    .where('document_id', 'in', ids)
    .execute();
  const old = new Map(stored.map((row) => [`${row.document_id} ${row.field}`, row]));
  const changed = documents.flatMap(({ texts, ...owner }) =>
    texts.flatMap((text) => {
      const key = `${owner.document_id} ${text.field}`;
      const known = old.get(key);
      old.delete(key);
      const isSame =
        known !== undefined &&
        known.text === text.text &&
        known.label === text.label &&
        known.kind === text.kind &&
        known.lesson_id === owner.lesson_id &&
        known.path_id === owner.path_id;
      return isSame ? [] : [{ ...owner, ...text }];
    }),
  );
  const gone = [...old.values()].map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom('search_texts').where('id', 'in', gone).execute();
  if (changed.length === 0) return;
  const columns = ['document', 'document_id', 'lesson_id', 'screen_id', 'course_id', 'path_id', 'field', 'kind', 'label', 'text'] as const;
  await tx
    .insertInto('search_texts')
    .columns(columns)
    .expression(
      sql`select * from json_to_recordset(${JSON.stringify(changed)}) as given(
        document text, document_id integer, lesson_id integer, screen_id integer, course_id integer, path_id integer,
        field text, kind text, label text, text text)`,
    )
    .onConflict((conflict) =>
      conflict.columns(['document', 'document_id', 'field']).doUpdateSet((row) => ({
        lesson_id: row.ref('excluded.lesson_id'),
        screen_id: row.ref('excluded.screen_id'),
        course_id: row.ref('excluded.course_id'),
        path_id: row.ref('excluded.path_id'),
        kind: row.ref('excluded.kind'),
        label: row.ref('excluded.label'),
        text: row.ref('excluded.text'),
      })),
    )
    .execute();
}
