import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangeContent } from './change-content.ts';
import { endWaiting, findWaiting, insertChange } from './queries.ts';
import { commitChangesQueue } from './queues.ts';
import { isOpenStretch, PAUSE_MS } from './stretch.ts';

interface NewChange {
  release_id: number;
  lesson_id?: number | null;
  /** Omitted or null: the change is about the lesson itself. */
  screen_id?: number | null;
  course_id?: number | null;
  path_id?: number | null;
  /** Null: the product itself. */
  actor: Actor | null;
  /** The message typed by the author; null: none. A change with one gets its own commit. */
  message: string | null;
  /** The first line of a commit message. */
  summary: string;
  content: ChangeContent;
  /** A uuid: changes of one batch share a commit, whatever they are about. */
  batch?: string | null;
  /** An automatic save, with the batch of its stretch ({@link joinStretch}): the commit waits for a pause of its author. */
  waits?: boolean;
}

/**
 * Queues a save for git, inside the transaction that stores it, so it is never lost once that commits. An approved pull request of the
 * release is in review again. Returns the change's uuid.
 */
export async function recordChange(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { actor, batch = null, waits = false, lesson_id = null, screen_id = null, course_id = null, path_id = null, ...change }: NewChange,
): Promise<string> {
  const uuid = randomUUID();
  const place = { lesson_id, screen_id, course_id, path_id };
  await insertChange(tx, { ...change, ...place, batch, waits, uuid, user_id: actor?.id ?? null, message: change.message?.trim() || null });
  await sendCommit(tx, platform, change.release_id, waits ? PAUSE_MS : 0);
  return uuid;
}

/**
 * The batch of a save of a locked lesson: an automatic one continues the author's stretch or begins one; another one ends it and shares its
 * commit, and is in no batch where there is none. Call it before anything is written: the save and the stretch become one entry in the
 * history. `isFirst`: the stretch has no save of this screen yet, or none of the file that its summary names.
 */
export async function joinStretch(
  tx: Tx,
  save: { lesson_id: number; screen_id: number | null; summary?: string; actor: Actor; isAutomatic: boolean },
): Promise<{ batch: string | null; isFirst: boolean }> {
  const waiting = await findWaiting(tx, save);
  const isOwn = waiting !== undefined && waiting.user_id === save.actor.id && isOpenStretch(waiting, waiting.now);
  const batch = isOwn ? waiting.batch : save.isAutomatic ? randomUUID() : null;
  if (batch !== null) await sql`select set_config('lessonwright.save', ${batch}, true)`.execute(tx);
  return { batch, isFirst: !isOwn || !waiting.has_screen };
}

/**
 * Commits automatic saves of a release without waiting for a pause: all of them, or those of one lesson and author. A message is about
 * those. Returns their number.
 */
export async function endStretches(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  of: { release_id: number; lesson_id?: number; user_id?: number },
  message: string | null = null,
): Promise<number> {
  const ended = await endWaiting(tx, of, message);
  if (ended > 0) await sendCommit(tx, platform, of.release_id);
  return ended;
}

async function sendCommit(tx: Tx, { jobs }: Pick<Platform, 'jobs'>, release_id: number, afterMs = 0): Promise<void> {
  await jobs.send(tx, commitChangesQueue, { release_id }, { singletonKey: String(release_id), afterMs });
}
