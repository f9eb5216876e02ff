import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { screenQuery } from '#features/lessons/web/queries.ts';
import { emptyScreenFields, type Screen } from '#features/screens/contract/screens.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { refreshScreen } from './screen-cache.ts';

const { queryKey } = screenQuery(3, 7);
const screen = (revision: number, question: string) =>
  ({ ...emptyScreenFields('code'), id: 7, lesson_id: 3, revision, multipleChoiceQuestions: [{ question }] }) as unknown as Screen;

afterEach(() => vi.unstubAllGlobals());

/** A page that knows `first`, asks for its screen, learns `meanwhile`, and gets `reply`. Returns its question then. */
async function questionAfter(given: { meanwhile: string | null; reply: Screen }): Promise<string | undefined> {
  const client = new QueryClient();
  client.setQueryData(queryKey, screen(1, 'first'));
  const { meanwhile, reply } = given;
  vi.stubGlobal('fetch', async () => {
    if (meanwhile !== null) changeQueryData(client, queryKey, () => screen(1, meanwhile));
    return Response.json(reply);
  });
  await refreshScreen(client, 3, 7);
  return client.getQueryData(queryKey)?.multipleChoiceQuestions[0]?.question;
}

it.each([
  ['is shown', { meanwhile: null, reply: screen(1, 'asked for') }, 'asked for'],
  ['is older than a question that was saved meanwhile under the same revision', { meanwhile: 'saved', reply: screen(1, 'first') }, 'saved'],
  ['with a later revision is newer than any', { meanwhile: 'saved', reply: screen(2, 'by another author') }, 'by another author'],
])('a screen that is loaded again %s', async (_, given, shown) => {
  expect(await questionAfter(given)).toBe(shown);
});
