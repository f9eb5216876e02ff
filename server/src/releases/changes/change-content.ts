import { z } from 'zod';
import { CourseContent, PathContent } from '#content/course-content.ts';
import { FolderName, LessonContent, ScreenContent, Uuid } from '#content/lesson-content.ts';

/** What every change says of its folder. */
const anyFolder = {
  /** Below `lessons/`, `courses/` or `paths/` in the branch. */
  folder: FolderName,
  /** The folder begins anew as this one was in this commit, unknown files included; then the rest applies. */
  copied_from: z.object({ commit_sha: z.string(), folder: FolderName }).optional(),
  /** The folder goes; with `copied_from` that one comes in its place. */
  deleted: z.literal(true).optional(),
  /** In the place of a folder that goes comes what main has of it when this is committed, if it has it. */
  or_mains: z.literal(true).optional(),
};

/**
 * What one save makes of one lesson folder: the new state of the parts that it touched, not of the others. So two
 * saves of different screens never undo each other, in whatever order their parts were read.
 */
export const LessonChange = z.object({
  kind: z.literal('lesson').optional(),
  ...anyFolder,
  lesson: LessonContent.omit({ screens: true }).optional(),
  /** All screens by uuid in their order; those left out stay behind them. */
  screen_order: z.array(Uuid).optional(),
  /**
   * Files of the lesson's folder by path: bytes in the blob store that are written, or null for one that goes. What is said of
   * them stands in `lesson`.
   */
  files: z.record(z.string(), z.object({ sha256: z.string(), size: z.number() }).nullable()).optional(),
  /** By uuid; null: the screen goes. */
  screens: z.record(Uuid, ScreenContent.nullable()).optional(),
});
export type LessonChange = z.infer<typeof LessonChange>;

/** What one save makes of the folder of a course, which is one small file: the whole of it. */
const CourseChange = z.object({ kind: z.literal('course'), ...anyFolder, course: CourseContent.optional() });

/** What one save makes of the folder of a path, its steps included. */
const PathChange = z.object({ kind: z.literal('path'), ...anyFolder, path: PathContent.optional() });

/** What one save makes of one folder of the branch. */
export const ChangeContent = z.discriminatedUnion('kind', [LessonChange, CourseChange, PathChange]);
export type ChangeContent = z.infer<typeof ChangeContent>;

const ROOTS = { lesson: 'lessons', course: 'courses', path: 'paths' } as const;

/** The folder that a change is about, from the root of the branch. */
export function placeOf({ kind = 'lesson', folder }: Pick<ChangeContent, 'kind' | 'folder'>): string {
  return `${ROOTS[kind]}/${folder}`;
}
