import { z } from 'zod';
import { Id, Int4, RowId, route } from '#platform/contract/route.ts';

/** Days for which deleted items can be restored. */
export const TRASH_RETENTION_DAYS = 30;

const anyItem = {
  id: z.number().int(),
  /** Its name for people. */
  name: z.string(),
  release_name: z.string(),
  deleted_at: z.string(),
  deleted_by: z.string().nullable(),
  /** When it is deleted permanently. */
  gone_at: z.string(),
};

/** A lesson, or something in one. */
const LessonItem = z.object({
  kind: z.enum(['lesson', 'screen', 'question', 'data-file', 'image']),
  ...anyItem,
  /** Number of the lesson, or of the lesson that contained it. */
  lesson_sequence: z.number().int(),
  lesson_title: z.string(),
  lesson_id: z.number().int(),
});

/** Restored by `restoreCourse` and `restorePath`, as Undo does. */
const CurriculumItem = z.object({
  kind: z.enum(['course', 'path']),
  ...anyItem,
  /** Its number. */
  sequence: z.number().int(),
  /** It is in no lesson. */
  lesson_id: z.null(),
});

/** A deleted item that can still be restored. */
export const TrashItem = z.discriminatedUnion('kind', [LessonItem, CurriculumItem]);
export type TrashItem = z.infer<typeof TrashItem>;
export type TrashedLessonItem = z.infer<typeof LessonItem>;
export type TrashedCurriculum = z.infer<typeof CurriculumItem>;

export const trashRoutes = {
  listTrash: route({
    method: 'GET',
    path: '/api/trash',
    summary: 'Returns items deleted in the last 30 days, newest first; for external authors, those they may edit',
    access: 'signed-in',
    reply: z.array(TrashItem),
  }),
  restoreLesson: route({
    method: 'POST',
    path: '/api/trash/lesson/{id}/restore',
    summary: 'Restores a deleted lesson to its release',
    access: 'staff',
    servedBy: 'git',
    params: z.object({ id: Id }),
    reply: z.object({ lesson_id: z.number().int() }),
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  restoreItem: route({
    method: 'POST',
    path: '/api/trash/item/{id}/restore',
    summary: 'Restores a deleted question, data file or image',
    access: 'signed-in',
    params: z.object({ id: Id }),
    /** `screen_id`: of a question. */
    reply: z.object({ lesson_id: Int4, screen_id: Int4.nullable() }),
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  restoreScreen: route({
    method: 'POST',
    path: '/api/trash/screen/{id}/restore',
    summary: 'Restores a deleted screen to its lesson, at `sequence`, or where it was',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({ sequence: RowId.optional() }).optional(),
    reply: z.object({ lesson_id: z.number().int(), screen_id: z.number().int() }),
    errors: ['not_found', 'refused'],
  }),
};
