import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { automatic } from './screens.ts';

/** An assessment skill of a screen. */
export const Skill = z.object({ id: z.number().int(), name: z.string(), point_value: z.number().int() });
export type Skill = z.infer<typeof Skill>;

const name = oneLine(LIMITS.skillNameMax, `The name of a skill can have at most ${LIMITS.skillNameMax} characters.`).min(
  1,
  'A skill needs a name.',
);
const point_value = z
  .number()
  .int('Points must be whole numbers.')
  .min(LIMITS.skillPointsMin, `A skill must have at least ${LIMITS.skillPointsMin} point.`)
  .max(LIMITS.skillPointsMax, `A skill can have at most ${LIMITS.skillPointsMax} points.`);
const skillId = RowId;
const params = z.object({ lessonId: Id, screenId: Id });
const path = '/api/lesson/{lessonId}/screen/{screenId}/skill';

export const skillRoutes = {
  listSkills: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}/skills',
    summary: 'Returns the assessment skills of a screen in order',
    access: 'signed-in',
    params,
    reply: z.array(Skill),
    errors: ['not_found'],
  }),
  createSkill: route({
    method: 'POST',
    path,
    summary: 'Adds an assessment skill to a screen; names are unique',
    access: 'signed-in',
    params,
    body: z.object({ name, point_value: point_value.default(LIMITS.skillPointsFirst), automatic }),
    reply: Skill,
    errors: ['not_found', 'refused', 'already_exists'],
  }),
  saveSkill: route({
    method: 'PATCH',
    path,
    summary: 'Saves an assessment skill',
    access: 'signed-in',
    params,
    body: z.object({ skillId, name: name.optional(), point_value: point_value.optional(), automatic }),
    reply: Skill,
    errors: ['not_found', 'refused', 'already_exists'],
  }),
  deleteSkill: route({
    method: 'DELETE',
    path,
    summary: 'Deletes an assessment skill, also from the options that used it. Returns the remaining ones',
    access: 'signed-in',
    params,
    body: z.object({ skillId }),
    reply: z.array(Skill),
    errors: ['not_found', 'refused'],
  }),
};
