import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { lessonFolder } from '#features/documents/rules/folder-name.ts';
import { addLesson, findLessonInRelease, isNumberTaken, MESSAGES } from '#features/lesson-store/server/index.ts';
import {
  ensureDraftsRelease,
  findMainRelease,
  getRelease,
  lockOpenRelease,
  requireOpenRelease,
  type StoredRelease,
} from '#features/releases/server/index.ts';
import type { ScreenTemplate } from '#features/screens/contract/screens.ts';
import { addFirstScreens } from '#features/screens/server/index.ts';
import { type Language, type OfferedVersions, versionFor } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { alreadyExists, forbidden } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { emptyLessonFields, type Lesson, type LessonFields } from '../contract/lessons.ts';
import { isTheirs } from '../lessons.policy.ts';
import { getLesson } from './lessons.ts';

interface NewLessonInput {
  sequence: number;
  title: string;
  release_id?: number | undefined;
  language?: Language | null | undefined;
  /** Whether the lesson begins with an empty screen. */
  first_screen?: boolean;
  /** The lesson begins with its screens. */
  template?: ScreenTemplate | undefined;
}

/**
 * Creates a lesson, by default in the author's drafts release.
 *
 * @throws AppError `already_exists` with a text that names the lesson; `refused` for main and a closed release.
 */
export async function createLesson(platform: Platform, actor: Actor, input: NewLessonInput): Promise<Lesson> {
  const release = await releaseForNewLesson(platform, actor, input.release_id);
  const { versions: offered } = await platform.runners.offers();
  const { id, screens } = await platform.db.transaction().execute(async (tx) => {
    await lockForNewLesson(tx, release);
    await requireFreeNumber(tx, actor, release, input.sequence);
    const content = {
      uuid: randomUUID(),
      sequence: input.sequence,
      fields: fieldsOf(actor, input, offered),
      attached: { packages: [], packages_lock: null, datasets: [], accepted: [] },
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
    const hasScreens = input.first_screen === true || input.template !== undefined;
    return { id: lessonId, screens: hasScreens ? await addFirstScreens(tx, platform, actor, lessonId, input.template) : [] };
  });
  return { ...(await getLesson(platform, actor, id)), screens };
}

function fieldsOf(actor: Actor, { title, language: wanted }: NewLessonInput, offered: OfferedVersions): LessonFields {
  const fields = emptyLessonFields({ title, author: actor.name });
  const language = wanted === undefined ? fields.language : wanted;
  return { ...fields, language, language_version: versionFor(language, null, offered) };
}

/**
 * Returns the release of a new lesson: the given one, or the author's drafts.
 *
 * @throws AppError `forbidden` for an external author and another release; `refused` for main and a closed release.
 */
export async function releaseForNewLesson(platform: Platform, actor: Actor, releaseId: number | undefined): Promise<StoredRelease> {
  if (releaseId === undefined) return ensureDraftsRelease(platform, actor);
  const release = await getRelease(platform.db, releaseId);
  if (!isTheirs(actor, { is_own_drafts: release.drafts_of === actor.id })) throw forbidden(MESSAGES.otherRelease);
  requireOpenRelease(release, MESSAGES.mainRelease);
  return release;
}

/** Keeps a release from being merged while a lesson is added. @throws AppError as {@link releaseForNewLesson} */
export async function lockForNewLesson(tx: Tx, { id }: StoredRelease): Promise<void> {
  await lockOpenRelease(tx, id, MESSAGES.mainRelease);
}

/**
 * A number is unique within a release.
 *
 * @throws AppError `already_exists` with a text that names the lesson.
 */
export async function requireNotInRelease(tx: Tx, release: StoredRelease, sequence: number): Promise<void> {
  const existing = await findLessonInRelease(tx, release.id, { sequence });
  if (existing) throw alreadyExists(MESSAGES.inRelease({ sequence, title: existing.fields.title, release: release.name }));
}

/**
 * A new lesson's number must not be in main either: a release's branch contains main's lessons as well. External authors see only the
 * latest version of a number, so theirs must not take the place of another author's lesson.
 *
 * @throws AppError `already_exists` with a text that names the lesson, unless it may be one that the actor doesn't see.
 */
export async function requireFreeNumber(tx: Tx, actor: Actor, release: StoredRelease, sequence: number): Promise<void> {
  await requireNotInRelease(tx, release, sequence);
  const main = await findMainRelease(tx);
  const published = main && (await findLessonInRelease(tx, main.id, { sequence }));
  if (published) throw alreadyExists(MESSAGES.inMain({ sequence, title: published.fields.title }));
  if (actor.role === 'external' && (await isNumberTaken(tx, sequence))) throw alreadyExists(MESSAGES.numberTaken(sequence));
}
