import { getUserNames } from '#features/accounts/server/index.ts';
import { CURRICULUM_KINDS, type CurriculumKind, type DeletedCurriculum, listDeletedCurricula } from '#features/curricula/server/index.ts';
import { mayEditLesson } from '#features/lesson-store/server/index.ts';
import { listDeletedItems, type DeletedItem } from '#features/revisions/server/index.ts';
import { listDeletedScreens } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { TrashedLessonItem, TrashItem } from '../contract.ts';
import type { DeletedLesson } from './lesson-trash-queries.ts';
import { listDeletedLessons } from './lesson-trash.ts';
import { trashExpiresAt, retentionStart } from './trash-retention.ts';

/**
 * Lists deleted items that can be restored, newest first. External authors can't delete lessons, courses or paths, so
 * they only see items deleted from lessons they may edit.
 */
export async function listTrash({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<TrashItem[]> {
  const since = retentionStart(new Date());
  const isExternal = actor.role === 'external';
  const lessons = isExternal ? [] : await listDeletedLessons(db, since);
  const inLessons = [...(await listDeletedScreens(db, since)).map(ofScreen), ...(await listDeletedItems(db, since)).map(ofItem)];
  const all: Unnamed[] = [
    ...lessons.map(ofLesson),
    ...(isExternal ? await ofEditableLessons(db, actor, inLessons) : inLessons),
    ...(isExternal ? [] : await listCurricula(db, since)),
  ];
  const names = await getUserNames(db, [...new Set(all.flatMap(({ deleted_by }) => deleted_by ?? []))]);
  return all
    .map((item) => ({ ...item, deleted_by: item.deleted_by === null ? null : (names.get(item.deleted_by) ?? null) }))
    .toSorted((one, other) => other.deleted_at.localeCompare(one.deleted_at));
}

/** Users are ids here until all names are loaded together. */
type ByNumber<Item> = Item extends unknown ? Omit<Item, 'deleted_by'> & { deleted_by: number | null } : never;
type Unnamed = ByNumber<TrashItem>;
type InLesson = ByNumber<TrashedLessonItem>;

async function listCurricula(db: Platform['db'], since: Date): Promise<Unnamed[]> {
  const all: Unnamed[] = [];
  for (const kind of CURRICULUM_KINDS)
    all.push(...(await listDeletedCurricula(db, kind, since)).map((deleted) => ofCurriculum(kind, deleted)));
  return all;
}

async function ofEditableLessons(db: Platform['db'], actor: Actor, items: readonly InLesson[]): Promise<InLesson[]> {
  const editable = new Set<number>();
  for (const id of new Set(items.map(({ lesson_id }) => lesson_id))) if (await mayEditLesson(db, actor, id)) editable.add(id);
  return items.filter(({ lesson_id }) => editable.has(lesson_id));
}

function ofLesson(lesson: DeletedLesson): InLesson {
  const { id, sequence, title, release_name } = lesson;
  const name = title === '' ? `Lesson ${sequence}` : title;
  return { kind: 'lesson', id, name, lesson_id: id, lesson_sequence: sequence, lesson_title: title, release_name, ...deletion(lesson) };
}

function ofScreen(screen: Awaited<ReturnType<typeof listDeletedScreens>>[number]): InLesson {
  const { id, title, sequence, lesson_id, lesson_sequence, lesson_title, release_name } = screen;
  const name = title === '' ? `Screen ${sequence}` : title;
  return { kind: 'screen', id, name, lesson_id, lesson_sequence, lesson_title, release_name, ...deletion(screen) };
}

/** The names of kinds in the API. */
const KIND = { question: 'question', data: 'data-file', image: 'image' } as const;

function ofItem(item: DeletedItem): InLesson {
  const { id, name, lesson_id, lesson_sequence, lesson_title, release_name } = item;
  return { kind: KIND[item.kind], id, name, lesson_id, lesson_sequence, lesson_title, release_name, ...deletion(item) };
}

function ofCurriculum({ name: kind, title }: CurriculumKind, deleted: DeletedCurriculum): Unnamed {
  const { id, sequence, name, release_name } = deleted;
  return { kind, id, name: name === '' ? `${title} ${sequence}` : name, sequence, lesson_id: null, release_name, ...deletion(deleted) };
}

function deletion({ deleted_at, deleted_by }: { deleted_at: Date; deleted_by: number | null }) {
  return { deleted_at: deleted_at.toISOString(), gone_at: trashExpiresAt(deleted_at).toISOString(), deleted_by };
}
