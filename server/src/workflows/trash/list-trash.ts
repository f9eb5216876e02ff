import type { Actor } from '#contract/roles.ts';
import type { TrashItem } from '#contract/trash.ts';
import { mayEditLesson } from '#server/lessons/access.ts';
import { listDeletedLessons, type DeletedLesson } from '#server/lessons/trash.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listDeletedScreens, type DeletedScreen } from '#server/screens/trash.ts';
import { getUserNames } from '#server/users/service.ts';
import { goneAt, keptSince } from './kept-since.ts';

/**
 * What was deleted and can be brought back, newest first (product §3). External authors delete no lessons (B §6): they are told
 * of the screens of those that they may edit.
 */
export async function listTrash({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<TrashItem[]> {
  const since = keptSince(new Date());
  const isExternal = actor.role === 'external';
  const lessons = isExternal ? [] : await listDeletedLessons(db, since);
  const all = await listDeletedScreens(db, since);
  const screens = isExternal ? await ofEditableLessons(db, actor, all) : all;
  const names = await getUserNames(db, [...new Set([...lessons, ...screens].flatMap(({ deleted_by }) => deleted_by ?? []))]);
  const by = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return [
    ...lessons.map((lesson) => ({ ...ofLesson(lesson), deleted_by: by(lesson.deleted_by) })),
    ...screens.map((screen) => ({ ...ofScreen(screen), deleted_by: by(screen.deleted_by) })),
  ].toSorted((one, other) => other.deleted_at.localeCompare(one.deleted_at));
}

async function ofEditableLessons(db: Platform['db'], actor: Actor, screens: readonly DeletedScreen[]): Promise<DeletedScreen[]> {
  const editable = new Set<number>();
  for (const id of new Set(screens.map(({ lesson_id }) => lesson_id))) if (await mayEditLesson(db, actor, id)) editable.add(id);
  return screens.filter(({ lesson_id }) => editable.has(lesson_id));
}

type Named = Omit<TrashItem, 'deleted_by'>;

function ofLesson({ id, sequence, title, release_name, deleted_at }: DeletedLesson): Named {
  const name = title === '' ? `Lesson ${sequence}` : title;
  return { kind: 'lesson', id, name, lesson_id: id, lesson_sequence: sequence, lesson_title: title, release_name, ...dates(deleted_at) };
}

function ofScreen(screen: DeletedScreen): Named {
  const { id, title, sequence, lesson_id, lesson_sequence, lesson_title, release_name, deleted_at } = screen;
  const name = title === '' ? `Screen ${sequence}` : title;
  return { kind: 'screen', id, name, lesson_id, lesson_sequence, lesson_title, release_name, ...dates(deleted_at) };
}

function dates(deletedAt: Date): Pick<TrashItem, 'deleted_at' | 'gone_at'> {
  return { deleted_at: deletedAt.toISOString(), gone_at: goneAt(deletedAt).toISOString() };
}
