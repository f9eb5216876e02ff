import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import type { Brought } from '#features/curricula/contract/curricula.ts';
import {
  addCurriculum,
  COURSES,
  namesInRelease,
  publishCurriculumChanged,
  type CurriculumKind,
  getCurriculumForUpdate,
  listInRelease,
  recordEdit,
  requireCurriculumNotInRelease,
  type StoredCurriculum,
} from '#features/curricula/server/index.ts';
import { curriculumFolder, uniqueName } from '#features/documents/rules/folder-name.ts';
import { findLessonForUpdate, findLessonInRelease } from '#features/lesson-store/server/index.ts';
import { findMainRelease, getRelease, lockOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { copyLesson } from '../copy-lesson.ts';
import { MESSAGES } from './messages.ts';

/**
 * Copies a course or a path into another release, as a version of the same uuid. Its lists of numbers stand for what the other release
 * has, or main; what neither has comes along from its own release. Returns the id of the copy.
 *
 * @throws AppError `not_found`; `already_exists` with the name of the one that has the number; `refused` for main and a closed release.
 */
export async function copyCurriculum(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind,
  id: number,
  releaseId: number,
): Promise<{ id: number; brought: Brought }> {
  const copied = await platform.db.transaction().execute(async (tx) => {
    const original = await getCurriculumForUpdate(tx, kind, id);
    const target = await lockOpenRelease(tx, releaseId, MESSAGES.mainRelease(kind));
    await requireCurriculumNotInRelease(tx, kind, target, original.sequence);
    const source = await getRelease(tx, original.release_id);
    const brought: Brought = { courses: [], lessons: [] };
    const copy = { platform, actor, source, target, brought };
    return { id: await copyOne(tx, copy, kind, original), brought };
  });
  publishCurriculumChanged(platform, kind, copied.id);
  if (copied.brought.courses.length > 0) publishCurriculumChanged(platform, COURSES, null);
  return copied;
}

interface Copying {
  readonly platform: Platform;
  readonly actor: Actor;
  readonly source: StoredRelease;
  readonly target: StoredRelease;
  readonly brought: Brought;
}

async function copyOne(tx: Tx, copying: Copying, kind: CurriculumKind, original: StoredCurriculum): Promise<number> {
  const { platform, actor, source, target } = copying;
  const folder = await folderInTarget(tx, kind, original, target);
  const content = await kind.contentOf(tx, original);
  await bringAlong(tx, copying, content);
  const row = await addCurriculum(tx, kind, { release: target, folder }, content, actor);
  await recordEdit(tx, platform, kind, row, {
    actor,
    action: 'copy',
    verb: 'Copy',
    from: source.name,
    // Other files of the folder are copied from the commit of the original.
    content: source.commit_sha ? { copied_from: { commit_sha: source.commit_sha, folder: original.folder } } : {},
    details: { from: source.id, to: target.id },
  });
  return row.id;
}

/** Copies the courses of a path, or the lessons of a course, that neither the target nor main has. */
async function bringAlong(tx: Tx, copying: Copying, content: CurriculumContent): Promise<void> {
  const { platform, actor, source, target, brought } = copying;
  if ('steps' in content) {
    const courses = content.steps.flatMap((step) => step.courses);
    const wanted = await missingIn(tx, target, 'courses', courses);
    const found = await listInRelease(tx, COURSES, source.id);
    for (const original of found.filter(({ sequence }) => wanted.has(sequence))) {
      await copyOne(tx, copying, COURSES, original);
      brought.courses.push(original.sequence);
    }
    return;
  }
  for (const sequence of await missingIn(tx, target, 'lessons', content.lessons)) {
    const existing = await findLessonInRelease(tx, source.id, { sequence });
    const lesson = existing && (await findLessonForUpdate(tx, existing.id));
    // One that is only listed has no screens here yet: its release imports it.
    if (!lesson || lesson.is_shallow_import) continue;
    await copyLesson(tx, platform, { lesson, target, actor, summary: `Copy lesson ${sequence} from ${source.name}` });
    brought.lessons.push(sequence);
  }
}

async function missingIn(
  tx: Tx,
  { id }: StoredRelease,
  numbered: 'lessons' | 'courses',
  sequences: readonly number[],
): Promise<Set<number>> {
  const names = await namesInRelease(tx, id, numbered, sequences);
  return new Set(sequences.filter((sequence) => !names.has(sequence)));
}

/** The folder that main has for the number, so that the copy replaces it in the branch; else the original's, if that is free. */
async function folderInTarget(
  tx: Tx,
  kind: CurriculumKind,
  { sequence, folder, fields }: StoredCurriculum,
  target: StoredRelease,
): Promise<string> {
  const main = await findMainRelease(tx);
  const inMain = main ? await listInRelease(tx, kind, main.id) : [];
  const published = inMain.find((row) => row.sequence === sequence);
  if (published) return published.folder;
  const taken = [...inMain, ...(await listInRelease(tx, kind, target.id))].map((row) => row.folder);
  return taken.includes(folder) ? uniqueName(curriculumFolder(kind.name, sequence, fields.name), taken) : folder;
}
