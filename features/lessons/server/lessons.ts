import { sql } from 'kysely';
import { commitStatusOfLesson } from '#features/changes/server/index.ts';
import { attachedDatasets } from '#features/datasets/server/index.ts';
import { dependencyStateOf, withPycheckVersion } from '#features/environments/server/index.ts';
import { getLessonFor, LessonList, type ListState, listVersionRows, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { releaseErrors, getRelease } from '#features/releases/server/index.ts';
import { listScreenPositions } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Db, Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Lesson, type LessonRow } from '../contract/lessons.ts';
import { listDataFiles } from './files/file-reply.ts';

const lists = new WeakMap<Db, LessonList>();

/** The current lessons list. */
export async function readLessonList({ db }: Pick<Platform, 'db'>): Promise<ListState> {
  const list = lists.get(db) ?? new LessonList(db);
  lists.set(db, list);
  return list.read();
}

/** The rows of the lessons list; external authors get the latest versions and their own. */
export async function listLessons(platform: Platform, actor: Actor): Promise<readonly LessonRow[]> {
  return (await readLessonList(platform)).rowsFor(actor);
}

/** A lesson without its data files and screens. @throws AppError `not_found` */
export async function getLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  return toLesson(platform.db, actor, await getLessonFor(platform.db, actor, id));
}

/** Returns a lesson with all its fields, data files and screens. @throws AppError `not_found` */
export async function describeLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  const lesson = await getLesson(platform, actor, id);
  const data_files = await listDataFiles(platform, actor, id);
  return {
    ...lesson,
    data_files,
    display_first: data_files.find((file) => file.display_first)?.id ?? null,
    screens: (await listScreenPositions(platform.db, id)).map((screen) => screen.id),
  };
}

/** Whether `actor` may subscribe to the live topic `lesson:{id}`. */
export async function maySubscribeToLesson(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  if (!/^[1-9]\d{0,9}$/.test(id)) return false;
  await getLessonFor(platform.db, actor, Number(id));
  return true;
}

/** The latest version of a lesson number, or an external author's own draft of it that is ahead of main. */
export async function getLatestLesson(platform: Platform, actor: Actor, sequence: number): Promise<Lesson> {
  const [latest] = await listVersionRows(platform.db, actor, sequence);
  if (!latest) throw notFound('lesson');
  return getLesson(platform, actor, latest.id);
}

/** The lesson with a key (`contentKey`): that of the release with the text, or the published one. @throws AppError `not_found` */
export async function findLinkedLesson(platform: Platform, actor: Actor, from: number, key: string): Promise<Lesson> {
  const { release_id } = await getLessonFor(platform.db, actor, from);
  const found = await platform.db
    .selectFrom('lessons')
    .innerJoin('releases', 'releases.id', 'lessons.release_id')
    .select('lessons.id')
    .where(sql<string>`right(replace(lessons.uuid::text, '-', ''), 8)`, '=', key)
    .where('lessons.deleted_at', 'is', null)
    .where((where) => where.or([where('lessons.release_id', '=', release_id), where('releases.is_main', '=', true)]))
    .orderBy(sql`lessons.release_id = ${release_id}`, 'desc')
    .orderBy('lessons.id')
    .executeTakeFirst();
  if (!found) throw notFound('lesson');
  return getLesson(platform, actor, found.id);
}

async function toLesson(handle: Handle, actor: Actor, lesson: StoredLesson): Promise<Lesson> {
  const versions = await listVersionRows(handle, actor, lesson.sequence);
  const row = versions.find((version) => version.id === lesson.id);
  if (!row) throw notFound('lesson');
  const release = await getRelease(handle, lesson.release_id);
  const status = await commitStatusOfLesson(handle, lesson.id);
  const { build, last_build } = await dependencyStateOf(handle, lesson);
  return {
    ...row,
    ...lesson.fields,
    // Those of finished work don't count.
    due: row.due,
    stage: row.stage,
    uuid: lesson.uuid,
    features: lesson.fields.enabled_features,
    packages: withPycheckVersion(lesson.attached.packages),
    dataset_versions: await attachedDatasets(handle, lesson.attached.datasets),
    dependencies_ready: build.state === 'built',
    dependency_build_error: build.error,
    last_build,
    release_commit_status: release.commit_error || release.push_error ? 'failed' : (status?.state ?? null),
    ...releaseErrors(release),
    commit_status: status,
  };
}
