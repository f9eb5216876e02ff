import { getUsers, toActor, type User } from '#features/accounts/server/index.ts';
import { listSeenLessonIds, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { FinishedWork } from '#features/notifications/contract/notifications.ts';
import { LONG_WORK_MS, notifyUsers, type NewNotification } from '#features/notifications/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';

type LessonNotification = Omit<NewNotification, 'details' | 'target'> & Partial<Pick<NewNotification, 'details' | 'target'>>;

/** Notifies users of something about a lesson (`notify`), except those who may not see it. */
export async function notifyReaders(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  lesson: Pick<StoredLesson, 'id' | 'sequence' | 'fields'>,
  { to, details, target, ...rest }: LessonNotification,
): Promise<void> {
  const { id, sequence, fields } = lesson;
  await notifyUsers(tx, platform, {
    ...rest,
    to: await readersAmong(tx, id, to),
    details: { ...details, lesson: { sequence, title: fields.title } },
    target: { ...target, lesson_id: id },
  });
}

interface EndedWork {
  readonly work: FinishedWork;
  readonly about: string;
  /** Who started it. */
  readonly user_id: number | null;
  readonly started_at: Date;
  readonly has_failed: boolean;
  readonly longMs?: number;
  readonly screen?: Pick<StoredScreen, 'id' | 'sequence' | 'fields'>;
  /** Number of a deploy. */
  readonly build_number?: number;
}

/** Notifies the user who started work on a lesson that it has ended, if it took long. */
export async function notifyOfEnd(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  lesson: Pick<StoredLesson, 'id' | 'sequence' | 'fields'>,
  { work, about, user_id, started_at, has_failed, screen, build_number, longMs = LONG_WORK_MS }: EndedWork,
): Promise<void> {
  if (user_id === null || Date.now() - started_at.getTime() < longMs) return;
  await notifyReaders(tx, platform, lesson, {
    kind: 'finished',
    about,
    actor: null,
    to: [user_id],
    details: { work, has_failed, screen: screen ? { sequence: screen.sequence, title: screen.fields.title } : null },
    target: { screen_id: screen?.id ?? null, build_number: build_number ?? null },
  });
}

/** Returns which of these users may see a lesson. Everyone on staff sees the same lessons, so that is asked once for all of them. */
export async function readersAmong(handle: Handle, lessonId: number, userIds: readonly number[]): Promise<number[]> {
  const isReader = async (user: User) => (await listSeenLessonIds(handle, toActor(user), [lessonId])).has(lessonId);
  const users = [...(await getUsers(handle, userIds)).values()];
  const staff = users.filter(({ role }) => role !== 'external');
  const [first] = staff;
  const readers = first !== undefined && (await isReader(first)) ? staff.map(({ id }) => id) : [];
  for (const user of users) if (user.role === 'external' && (await isReader(user))) readers.push(user.id);
  return readers;
}
