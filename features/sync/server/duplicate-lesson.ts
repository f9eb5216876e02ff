import { randomUUID } from 'node:crypto';
import { listLessonFiles } from '#features/lesson-files/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { addWholeLesson, getLesson, releaseForNewLesson } from '#features/lessons/server/index.ts';
import { copiedFields } from '#features/screens/rules/start-code.ts';
import { listScreenContents } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { completeShallowLesson } from './import-full-lesson.ts';

interface Duplicate {
  /** Its number. */
  sequence: number;
  title: string;
  /** Omitted: the actor's drafts. */
  release_id?: number | undefined;
}

/**
 * Makes another lesson of one: its screens, questions, tests, files, packages and datasets under a new number and new identifiers, so that
 * both go their own ways. Comments, builds and history stay with the original.
 *
 * @throws AppError `not_found`; `already_exists` if the number is taken; `forbidden` for an external author and another release; `refused`
 * for main and a closed release.
 */
export async function duplicateLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  { sequence, title, release_id }: Duplicate,
): Promise<Lesson> {
  const stored = await getLessonFor(platform.db, actor, id);
  if (stored.is_shallow_import) await completeShallowLesson(platform, stored);
  const release = await releaseForNewLesson(platform, actor, release_id);
  const newId = await platform.db.transaction().execute(async (tx) => {
    const { fields, attached } = await getLessonFor(tx, actor, id);
    const originals = await listScreenContents(tx, id);
    const uuids = new Map(originals.map(({ uuid }) => [uuid, randomUUID()]));
    const screens = originals.map((screen) => ({
      ...screen,
      uuid: uuids.get(screen.uuid) ?? screen.uuid,
      fields: copiedFields(originals, screen, uuids),
    }));
    // Who works on the original, and until when, is not about the new lesson.
    const planning = { owner: null, reviewer: null, due: null, stage: null };
    const content = { sequence, fields: { ...fields, ...planning, title }, attached, screens, files: await listLessonFiles(tx, id) };
    const origin = { verb: `Duplicate lesson ${stored.sequence} as`, action: 'lesson.duplicate', details: { from: id } } as const;
    return addWholeLesson(tx, platform, actor, release, content, origin);
  });
  return getLesson(platform, actor, newId);
}
