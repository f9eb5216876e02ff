import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';

/** A lesson that others begin new ones from: its published version, or else the newest. */
export const LessonTemplate = z.object({ id: z.number().int(), uuid: z.string(), sequence: z.number().int(), title: z.string() });
export type LessonTemplate = z.infer<typeof LessonTemplate>;

const templates = z.array(LessonTemplate);

export const lessonTemplateRoutes = {
  listLessonTemplates: route({
    method: 'GET',
    path: '/api/lesson-templates',
    summary: 'Returns the lessons that are templates of the team, by number',
    access: 'staff',
    reply: templates,
  }),
  setLessonTemplate: route({
    method: 'PUT',
    path: '/api/lesson/{id}/template',
    summary: 'Makes a lesson, in all its versions, a template of the team, or no longer. Duplicate it to start a lesson from it',
    access: 'reviewer',
    params: z.object({ id: Id }),
    body: z.object({ is_template: z.boolean() }),
    reply: templates,
    errors: ['not_found'],
  }),
};
