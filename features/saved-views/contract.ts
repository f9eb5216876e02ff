import { z } from 'zod';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, route } from '#platform/contract/route.ts';
import { VIEW_PAGE_NAMES } from './saved-views.policy.ts';

/** Most text that the filters of a view can have: a search with fifty authors. */
const FILTERS_MAX = 20_000;
/** More parameters than any page has. */
const PARAMETERS_MAX = 50;

const ViewPage = z.enum(VIEW_PAGE_NAMES);

/** The parameters of the page's address, as text. The page ignores those that it doesn't know. */
const Filters = z
  .record(z.string().regex(/^[a-z]{1,20}$/, 'Use the parameters of the page’s address.'), z.string().max(FILTERS_MAX))
  .refine((filters) => Object.keys(filters).length <= PARAMETERS_MAX, `A view can have at most ${PARAMETERS_MAX} filters.`)
  .refine((filters) => Object.values(filters).join('').length <= FILTERS_MAX, 'These filters are too long to save.');

export const SavedView = z.object({
  id: z.number().int(),
  page: ViewPage,
  name: z.string(),
  filters: Filters,
  /** Everyone in the team sees it. */
  is_shared: z.boolean(),
  /** You saved it. */
  is_own: z.boolean(),
  /** The name of the person who saved it; null: they have none. */
  saved_by: z.string().nullable(),
});
export type SavedView = z.infer<typeof SavedView>;

const name = oneLine(200, 'A name can have at most 200 characters.').min(1, 'Enter a name.');
const params = z.object({ id: Id });
const savedViews = z.array(SavedView);

export const savedViewRoutes = {
  listSavedViews: route({
    method: 'GET',
    path: '/api/saved-views',
    summary: 'Returns your saved views of lists and searches, and those that are shared with the team, by name',
    access: 'signed-in',
    reply: savedViews,
  }),
  saveView: route({
    method: 'POST',
    path: '/api/saved-views',
    summary: 'Saves a view of a list or a search. Returns all that you see',
    access: 'signed-in',
    body: z.object({ page: ViewPage, name, filters: Filters, is_shared: z.boolean().default(false) }),
    reply: savedViews,
    errors: ['already_exists', 'refused'],
  }),
  changeSavedView: route({
    method: 'PUT',
    path: '/api/saved-views/{id}',
    summary:
      'Changes the name, the filters or the sharing of one of your saved views; leads also stop the sharing of others. Returns all that you see',
    access: 'signed-in',
    params,
    body: z.object({ name: name.optional(), filters: Filters.optional(), is_shared: z.boolean().optional() }),
    reply: savedViews,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  deleteSavedView: route({
    method: 'DELETE',
    path: '/api/saved-views/{id}',
    summary: 'Deletes one of your saved views. Returns those that are left',
    access: 'signed-in',
    params,
    reply: savedViews,
    errors: ['not_found'],
  }),
};
