import { z } from 'zod';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { Person } from './users.ts';

/** Most people in a group. */
const MEMBERS_MAX = 200;
const NAME_MAX = 60;

/** A name of a group. It may become a cell of a spreadsheet, which takes some first signs for a formula. */
export const GroupName = oneLine(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .min(1, 'Name the group.')
  .regex(/^[^=+\-@]/, 'Start the name with another character: spreadsheets treat = + - and @ as formulas.');

/** Some people under one name. It gives no rights. */
export const Group = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Those with access, by name. */
  members: z.array(Person),
});
export type Group = z.infer<typeof Group>;

const members = z.array(RowId).max(MEMBERS_MAX, `A group has at most ${MEMBERS_MAX} people.`);
const params = z.object({ id: Id });
const groups = z.array(Group);

export const groupRoutes = {
  listGroups: route({
    method: 'GET',
    path: '/api/groups',
    summary: 'Returns the groups of people, by name',
    access: 'staff',
    reply: groups,
  }),
  createGroup: route({
    method: 'POST',
    path: '/api/groups',
    summary: 'Creates a group of people who have access; it gives them no rights',
    access: 'lead',
    body: z.object({ name: GroupName, members }),
    reply: groups,
    errors: ['already_exists', 'refused'],
  }),
  saveGroup: route({
    method: 'PUT',
    path: '/api/group/{id}',
    summary: 'Changes the name and the people of a group. Reviews that they were asked for before stay',
    access: 'lead',
    params,
    body: z.object({ name: GroupName, members }),
    reply: groups,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  deleteGroup: route({
    method: 'DELETE',
    path: '/api/group/{id}',
    summary: 'Deletes a group. Its people keep their access, and the reviews that they were asked for',
    access: 'lead',
    params,
    reply: groups,
    errors: ['not_found'],
  }),
};
