import { getUsers, toActor } from '#server/accounts/index.ts';
import { notify, type NewNotification } from '#server/notifications/index.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listSeenLessonIds } from './list/queries.ts';
import type { StoredLesson } from './queries.ts';

type LessonNotification = Omit<NewNotification, 'details' | 'target'> & Partial<Pick<NewNotification, 'details' | 'target'>>;

/** Notifies users of something about a lesson (`notify`), except those who may not see it. */
export async function notifyReaders(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  lesson: Pick<StoredLesson, 'id' | 'sequence' | 'fields'>,
  { to, details, target, ...rest }: LessonNotification,
): Promise<void> {
  const { id, sequence, fields } = lesson;
  await notify(tx, platform, {
    ...rest,
    to: await readersAmong(tx, id, to),
    details: { ...details, lesson: { sequence, title: fields.title } },
    target: { ...target, lesson_id: id },
  });
}

/** Of these users, those who may see a lesson. */
export async function readersAmong(handle: Handle, lessonId: number, userIds: readonly number[]): Promise<number[]> {
  const readers: number[] = [];
  for (const user of (await getUsers(handle, userIds)).values())
    if ((await listSeenLessonIds(handle, toActor(user), [lessonId])).has(lessonId)) readers.push(user.id);
  return readers;
}
