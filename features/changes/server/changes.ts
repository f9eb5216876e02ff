import { randomUUID } from 'node:crypto';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangeContent } from './change-content.ts';
import { endApproval } from './end-approval.ts';
import { insertChange } from './queries.ts';
import { commitChangesQueue } from './queues.ts';

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
}

/**
 * Queues a save for git, inside the transaction that stores it, so it is never lost once that commits. An approved pull request of the
 * release is in review again. Returns the change's uuid.
 */
export async function recordChange(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { actor, batch = null, lesson_id = null, screen_id = null, course_id = null, path_id = null, ...change }: NewChange,
): Promise<string> {
  const uuid = randomUUID();
  const place = { lesson_id, screen_id, course_id, path_id };
  await insertChange(tx, { ...change, ...place, batch, uuid, user_id: actor?.id ?? null, message: change.message?.trim() || null });
  await endApproval(tx, change.release_id);
  await platform.jobs.send(tx, commitChangesQueue, { release_id: change.release_id }, { singletonKey: String(change.release_id) });
  return uuid;
}
