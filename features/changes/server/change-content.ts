import { z } from 'zod';
import { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { FolderName, LessonContent, ScreenContent, Uuid } from '#features/content-model/rules/lesson-content.ts';

/** Fields of every change. */
const anyFolder = {
  /** Below `lessons/`, `courses/` or `paths/` on the branch. */
  folder: FolderName,
  /** The folder starts as a copy of this one in this commit, unknown files included; then the rest applies. */
  copied_from: z.object({ commit_sha: z.string(), folder: FolderName }).optional(),
  /** The folder is deleted; with `copied_from`, that one replaces it. */
  deleted: z.literal(true).optional(),
  /** A deleted folder is replaced by main's, as of the time of the commit, if main has it. */
  or_mains: z.literal(true).optional(),
};

/**
 * The effect of one save on a lesson folder: the new state of the parts it touched, and only those. Two saves of
 * different screens therefore never undo each other, in whatever order they are read.
 */
export const LessonChange = z.object({
  kind: z.literal('lesson').optional(),
  ...anyFolder,
  lesson: LessonContent.omit({ screens: true }).optional(),
  /** All screens by uuid, in order; screens that are not listed follow them. */
  screen_order: z.array(Uuid).optional(),
  /**
   * Files of the lesson folder by path: bytes in the blob store to be written, or null to delete. Their settings are in
   * `lesson`.
   */
  files: z.record(z.string(), z.object({ sha256: z.string(), size: z.number() }).nullable()).optional(),
  /** By uuid; null: the screen is deleted. */
  screens: z.record(Uuid, ScreenContent.nullable()).optional(),
});
export type LessonChange = z.infer<typeof LessonChange>;

/** The effect of one save on a course's folder: its only file, complete. */
const CourseChange = z.object({ kind: z.literal('course'), ...anyFolder, course: CourseContent.optional() });

/** The effect of one save on a path's folder, including its steps. */
const PathChange = z.object({ kind: z.literal('path'), ...anyFolder, path: PathContent.optional() });

/** The effect of one save on one folder of the branch. */
export const ChangeContent = z.discriminatedUnion('kind', [LessonChange, CourseChange, PathChange]);
export type ChangeContent = z.infer<typeof ChangeContent>;

const ROOTS = { lesson: 'lessons', course: 'courses', path: 'paths' } as const;

/** The folder of a change, from the root of the branch. */
export function changeFolder({ kind = 'lesson', folder }: Pick<ChangeContent, 'kind' | 'folder'>): string {
  return `${ROOTS[kind]}/${folder}`;
}
