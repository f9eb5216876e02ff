import { z } from 'zod';
import { FolderName, LessonContent, ScreenContent, Uuid } from '#content/lesson-content.ts';

/**
 * What one save makes of one lesson folder: the new state of the parts that it touched, not of the others. So two
 * saves of different screens never undo each other, in whatever order their parts were read.
 */
export const ChangeContent = z.object({
  /** Below `lessons/` in the branch. */
  folder: FolderName,
  /** The folder begins anew as this one was in this commit, unknown files included; then the rest applies. */
  copied_from: z.object({ commit_sha: z.string(), folder: FolderName }).optional(),
  /** The folder goes; with `copied_from` that one comes in its place. */
  deleted: z.literal(true).optional(),
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
export type ChangeContent = z.infer<typeof ChangeContent>;
