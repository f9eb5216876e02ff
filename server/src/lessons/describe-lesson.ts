import type { Lesson } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { listDataFiles } from './files/file-reply.ts';
import { getLesson } from './lessons.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listScreenPlaces } from './screen-queries.ts';

/** Returns a lesson with all its fields, data files and screens. @throws AppError `not_found` */
export async function describeLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  const lesson = await getLesson(platform, actor, id);
  const data_files = await listDataFiles(platform, actor, id);
  return {
    ...lesson,
    data_files,
    display_first: data_files.find((file) => file.display_first)?.id ?? null,
    screens: (await listScreenPlaces(platform.db, id)).map((screen) => screen.id),
  };
}
