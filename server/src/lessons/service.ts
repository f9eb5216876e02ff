import { randomUUID } from 'node:crypto';
import { LessonFields, emptyLessonFields, type Language, type Lesson, type LessonRow, type Package } from '#contract/lessons.ts';
import { lacksRelatedLesson, longestTimeLimit, timeLimitOf } from '#contract/lessons.policy.ts';
import type { Actor } from '#contract/roles.ts';
import { lessonFolder } from '#content/folder-name.ts';
import type { LessonContent } from '#content/lesson-content.ts';
import { recordAudit } from '#server/audit/service.ts';
import { commitStatusOfLesson, recordChange } from '#server/changes/service.ts';
import { fileContents, filesHash, listLessonFiles, type LessonFileRow } from '#server/data-files/service.ts';
import { attachedDatasets } from '#server/datasets/service.ts';
import { coupleLesson, dependencyStateOf, requirePackages, shownPackages } from '#server/packages/service.ts';
import type { Db, Handle, Tx } from '#server/platform/database/database.ts';
import { alreadyExists, forbidden, notFound, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { ensureDraftsRelease, findMainRelease, getRelease, heldRelease, type StoredRelease } from '#server/releases/service.ts';
import { mergeSave, recordRevision } from '#server/revisions/service.ts';
import { getLessonFor, getLessonToEdit } from './access.ts';
import { addLesson } from './add-lessons.ts';
import { lessonHash, screensHash } from './lesson-hash.ts';
import { LessonList } from './list/lesson-list.ts';
import type { ListState } from './list/list-state.ts';
import { listVersionRows } from './list/tables.ts';
import { MESSAGES } from './messages.ts';
import { findLessonInRelease, touchLessonRow, updateLesson, type LessonAttached, type StoredLesson } from './tables.ts';

export { getLessonFor, getLessonToEdit } from './access.ts';
export { addLesson, addLessons, addShallowLessons, makeLessonsWhole, replaceLesson } from './add-lessons.ts';
export { deleteLesson, recordRemoval, removeLesson, removeLessonsOfRelease } from './delete-lesson.ts';
export {
  countReleaseLessons,
  findLessonForUpdate,
  findLessonInRelease,
  listReleaseLessons,
  moveLessonRow,
  type StoredLesson,
} from './tables.ts';

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

export async function getLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  return toLesson(platform.db, actor, await getLessonFor(platform.db, actor, id));
}

/** Whether `actor` may subscribe to the live topic `lesson:{id}`. */
export async function mayHearLesson(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  if (!/^[1-9]\d{0,9}$/.test(id)) return false;
  await getLessonFor(platform.db, actor, Number(id));
  return true;
}

/** The latest version of a lesson number, or an external author's own draft of it. */
export async function getLatestLesson(platform: Platform, actor: Actor, sequence: number): Promise<Lesson> {
  const [latest] = await listVersionRows(platform.db, actor, sequence);
  if (!latest) throw notFound('lesson');
  return getLesson(platform, actor, latest.id);
}

/**
 * Creates a lesson, by default in the author's drafts release.
 *
 * @throws AppError `already_exists` with a text that names the lesson; `refused` for the main release.
 */
export async function createLesson(
  platform: Platform,
  actor: Actor,
  input: { sequence: number; title: string; release_id?: number | undefined },
): Promise<Lesson> {
  const release = await releaseForNewLesson(platform, actor, input.release_id);
  const id = await platform.db.transaction().execute(async (tx) => {
    await requireFreeNumber(tx, release, input.sequence);
    const content = {
      uuid: randomUUID(),
      sequence: input.sequence,
      fields: emptyLessonFields({ title: input.title, author: actor.name }),
      attached: { packages: [], packages_lock: null, datasets: [] },
    };
    const folder = lessonFolder(input.sequence, input.title);
    const lessonId = await addLesson(tx, { ...content, release_id: release.id, folder, screens: [], files: [], actor });
    await recordChange(tx, platform, {
      release_id: release.id,
      lesson_id: lessonId,
      screen_id: null,
      actor,
      message: null,
      summary: `Create lesson ${input.sequence}${input.title === '' ? '' : `: ${input.title}`}`,
      content: {
        folder,
        lesson: { ...content.attached, uuid: content.uuid, sequence: content.sequence, fields: content.fields, data_files: [], images: [] },
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.create', subject: `lesson:${lessonId}`, details: { sequence: input.sequence } });
    return lessonId;
  });
  return getLesson(platform, actor, id);
}

/**
 * Returns the release of a new lesson: the given one, or the author's drafts.
 *
 * @throws AppError `forbidden` for an external author and another release; `refused` for the main release.
 */
export async function releaseForNewLesson(platform: Platform, actor: Actor, releaseId: number | undefined): Promise<StoredRelease> {
  if (releaseId === undefined) return ensureDraftsRelease(platform, actor);
  const release = await getRelease(platform.db, releaseId);
  if (actor.role === 'external' && release.drafts_of !== actor.id) throw forbidden();
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  return release;
}

/**
 * A number is unique within a release.
 *
 * @throws AppError `already_exists` with a text that names the lesson.
 */
export async function requireNotInRelease(tx: Tx, release: StoredRelease, sequence: number): Promise<void> {
  const there = await findLessonInRelease(tx, release.id, { sequence });
  if (there) throw alreadyExists(MESSAGES.inRelease({ sequence, title: there.fields.title, release: release.name }));
}

/**
 * A new lesson's number must not be in main either: a release's branch contains main's lessons as well.
 *
 * @throws AppError `already_exists` with a text that names the lesson.
 */
export async function requireFreeNumber(tx: Tx, release: StoredRelease, sequence: number): Promise<void> {
  await requireNotInRelease(tx, release, sequence);
  const main = await findMainRelease(tx);
  const published = main && (await findLessonInRelease(tx, main.id, { sequence }));
  if (published) throw alreadyExists(MESSAGES.inMain({ sequence, title: published.fields.title }));
}

export type LessonSave = Partial<LessonFields> & {
  packages?: Package[] | undefined;
  revision?: number | undefined;
  save_message?: string | undefined;
};

/**
 * Saves metadata, and packages without building them. Omitted fields stay as they are; a stale save is merged. `follow`
 * applies the consequences of a language change in the same transaction.
 *
 * @throws AppError `conflict` with both sides; `refused` if the lesson is read-only.
 */
export async function saveLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  input: LessonSave,
  follow: (tx: Tx, language: Language | null) => Promise<void> = () => Promise.resolve(),
): Promise<Lesson> {
  const { revision, save_message, packages, ...changes } = input;
  const saved = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, id);
    const merged = await mergeSave<LessonFields>(tx, { lesson_id: id }, revision, withoutUndefined(changes), lesson);
    const fields = LessonFields.parse(merged);
    // A lesson that came from git without it can be saved unchanged.
    if (lacksRelatedLesson(fields) && !lacksRelatedLesson(lesson.fields)) throw refused(MESSAGES.relatedLesson);
    const next = coupleLesson(lesson, { fields, packages: packages ?? lesson.attached.packages });
    if (packages) requirePackages(next.fields, next.attached.packages);
    const revised = await storeLesson(tx, platform, actor, lesson, {
      ...next,
      message: save_message || null,
      summary: `Update lesson ${lesson.sequence}: ${fields.title}`,
    });
    if (fields.language !== lesson.fields.language) await follow(tx, fields.language);
    return revised;
  });
  if (saved !== null) announceSave(platform, actor, id, saved);
  return getLesson(platform, actor, id);
}

/**
 * Stores a lesson locked by `getLessonToEdit`, with its own revision and queued change. Returns its revision, or null
 * if nothing changed. Call {@link announceSave} after the transaction.
 *
 * @throws AppError `forbidden` for an external author who enables legacy checking; `refused` for one who raises the
 * time limit above the default.
 */
export async function storeLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: StoredLesson,
  next: { fields: LessonFields; attached: LessonAttached; message: string | null; summary: string },
): Promise<number | null> {
  const { fields, attached, message, summary } = next;
  if (actor.role === 'external' && fields.legacy_check_enabled && !lesson.fields.legacy_check_enabled) throw forbidden();
  if (timeLimitOf(fields) > longestTimeLimit(actor, lesson.fields)) throw refused(MESSAGES.longTimeLimit);
  const changed = { ...lesson, fields, attached };
  const content_hash = lessonHash(changed);
  if (content_hash === lesson.content_hash) return null;
  const revision = lesson.revision + 1;
  await updateLesson(tx, lesson.id, { ...changed, content_hash, revision, updated_by: actor.id });
  await recordRevision(tx, { lesson_id: lesson.id }, { revision, fields, message, saved_by: actor.id });
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: null,
    actor,
    message,
    summary,
    content: { folder: lesson.folder, lesson: await lessonContentOf(tx, changed) },
  });
  await recordAudit(tx, { actor, action: 'lesson.save', subject: `lesson:${lesson.id}`, details: { revision } });
  return revision;
}

/** Notifies the pages of the lesson of a save, after its transaction is committed. */
export function announceSave(platform: Pick<Platform, 'live'>, actor: Actor, id: number, revision: number): void {
  platform.live.publish(`lesson:${id}`, { type: 'saved', screen_id: null, revision, by: actor.name });
}

/** Updates who changed the lesson and when, and its hash, after a screen changed. */
export async function touchLesson(tx: Tx, actor: Actor, lesson: StoredLesson, screens: readonly string[]): Promise<void> {
  await touch(tx, actor, lesson, { screens_hash: screensHash(screens) });
}

/**
 * Updates the lesson after its files changed. Its revision stays, so that concurrent metadata edits are not stale.
 * Returns whether anything changed.
 */
export async function touchLessonFiles(tx: Tx, actor: Actor, lesson: StoredLesson, files: readonly LessonFileRow[]): Promise<boolean> {
  const files_hash = filesHash(files);
  if (files_hash === lesson.files_hash) return false;
  await touch(tx, actor, lesson, { files_hash });
  return true;
}

async function touch(tx: Tx, actor: Actor, lesson: StoredLesson, changed: { screens_hash?: string; files_hash?: string }): Promise<void> {
  const { screens_hash, files_hash } = { ...lesson, ...changed };
  const content_hash = lessonHash({ ...lesson, screens_hash, files_hash });
  await touchLessonRow(tx, lesson.id, { screens_hash, files_hash, content_hash, updated_by: actor.id });
}

/** A lesson's content without its screens, in the form of its files. */
export async function lessonContentOf(handle: Handle, lesson: StoredLesson): Promise<Omit<LessonContent, 'screens'>> {
  const files = fileContents(await listLessonFiles(handle, lesson.id));
  return { ...lesson.attached, ...files, uuid: lesson.uuid, sequence: lesson.sequence, fields: lesson.fields };
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
    uuid: lesson.uuid,
    features: lesson.fields.enabled_features,
    packages: shownPackages(lesson.attached.packages),
    dataset_versions: await attachedDatasets(handle, lesson.attached.datasets),
    dependencies_ready: build.state === 'built',
    dependency_build_error: build.error,
    last_build,
    release_commit_status: release.commit_error || release.push_error ? 'failed' : (status?.state ?? null),
    ...heldRelease(release),
    commit_status: status,
  };
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>;
}
