import type { QueryClient } from '@tanstack/react-query';
import type { CommitStatus } from '#features/changes/contract.ts';
import { lessonQuery, screenNamesQuery, screenQuery, screenTextsQuery } from '#features/lessons/web/queries.ts';
import { listedScreen } from '#features/screens/contract/listed-screen.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { resolveScreen, screenIdIn } from './address.ts';

/** Puts a screen that the server sent into what the page knows; a later revision that is there already stays. */
export function putScreen(client: QueryClient, screen: Screen): void {
  const listed = listedScreen(screen);
  changeQueryData(client, screenNamesQuery(screen.lesson_id).queryKey, (screens) =>
    screens?.map((each) => (each.id === screen.id && each.revision <= screen.revision ? withNewerCommit(listed, each) : each)),
  );
  changeQueryData(client, screenTextsQuery(screen.lesson_id).queryKey, (screens) =>
    screens?.map((each) => (each.id === screen.id && each.revision <= screen.revision ? withNewerCommit(screen, each) : each)),
  );
  changeQueryData(client, screenQuery(screen.lesson_id, screen.id).queryKey, (known) =>
    known && known.revision <= screen.revision ? withNewerCommit(screen, known) : known,
  );
}

/** The live connection is often faster than the reply to the save: a newer commit status from it stays. */
function withNewerCommit<S extends Pick<Screen, 'revision' | 'commit_status'>>(screen: S, known: S): S {
  const isBehind = known.revision === screen.revision && (known.commit_status?.at ?? '') > (screen.commit_status?.at ?? '');
  return isBehind ? { ...screen, commit_status: known.commit_status } : screen;
}

/** Loads the screen that an address means, for the page that opens next. Most addresses name an id, so that it needn't wait for the names. */
export async function loadScreen(client: QueryClient, lessonId: number, address: string): Promise<void> {
  const id = screenIdIn(address);
  const known = client.getQueryData(screenNamesQuery(lessonId).queryKey);
  if (id !== null && known === undefined) client.query(screenQuery(lessonId, id)).catch(() => undefined);
  const found = resolveScreen(await client.query(screenNamesQuery(lessonId)), address);
  if (found.to === 'screen') await client.query(screenQuery(lessonId, found.screen.id));
}

/**
 * Mutation key of the call that deletes a screen of this lesson. The live event often arrives before the reply: if it refetched the
 * list, the page would lose its screen before it knows which one is next.
 */
export function deletingScreen(lessonId: number): readonly unknown[] {
  return ['delete-screen', lessonId];
}

/** Puts the whole list of names of a lesson, as calls that arrange screens return it. */
export function putScreens(client: QueryClient, lessonId: number, screens: ListedScreen[]): void {
  client.setQueryData(screenNamesQuery(lessonId).queryKey, screens);
}

/**
 * Refetches one screen. A failure is ignored: the next event or poll refetches it. So is a reply of the revision that the page knows, if
 * the page learned something meanwhile: a save of its questions or tests changes them under the same revision until its event arrives.
 */
export async function refreshScreen(client: QueryClient, lessonId: number, screenId: number): Promise<void> {
  const { queryKey } = screenQuery(lessonId, screenId);
  const before = client.getQueryData(queryKey);
  const screen = await api.getScreen({ params: { lessonId, screenId } }).catch(() => null);
  const known = client.getQueryData(queryKey);
  if (screen && (known === before || known?.revision !== screen.revision)) putScreen(client, screen);
}

/** Puts the state of the newest change of a screen (null: of the lesson) on its way into git. */
export function putCommitStatus(client: QueryClient, lessonId: number, screenId: number | null, status: CommitStatus): void {
  changeQueryData(client, lessonQuery(lessonId).queryKey, (lesson) => lesson && { ...lesson, commit_status: status });
  if (screenId === null) return;
  changeQueryData(client, screenNamesQuery(lessonId).queryKey, (screens) =>
    screens?.map((each) => (each.id === screenId ? { ...each, commit_status: status } : each)),
  );
  changeQueryData(client, screenQuery(lessonId, screenId).queryKey, (known) => known && { ...known, commit_status: status });
}
