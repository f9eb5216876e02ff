import type { QueryClient } from '@tanstack/react-query';
import type { CommitStatus } from '#contract/changes.ts';
import type { Screen } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { changeQueryData } from '#web/platform/query-client.ts';
import { lessonQuery, screensQuery } from '#web/features/lessons/queries.ts';

/** Puts a screen that the server sent into the page's list; a later revision that is there already stays. */
export function putScreen(client: QueryClient, screen: Screen): void {
  changeQueryData(client, screensQuery(screen.lesson_id).queryKey, (screens) =>
    screens?.map((each) => (each.id === screen.id && each.revision <= screen.revision ? withNewerCommit(screen, each) : each)),
  );
}

/** The live connection is often faster than the reply to the save: a newer commit status from it stays. */
function withNewerCommit(screen: Screen, known: Screen): Screen {
  const isBehind = known.revision === screen.revision && (known.commit_status?.at ?? '') > (screen.commit_status?.at ?? '');
  return isBehind ? { ...screen, commit_status: known.commit_status } : screen;
}

/**
 * Mutation key of the call that deletes a screen of this lesson. The live event often arrives before the reply: if it refetched the
 * list, the page would lose its screen before it knows which one is next.
 */
export function deletingScreen(lessonId: number): readonly unknown[] {
  return ['delete-screen', lessonId];
}

/** Puts the whole list of a lesson, as calls that arrange screens return it. */
export function putScreens(client: QueryClient, lessonId: number, screens: Screen[]): void {
  client.setQueryData(screensQuery(lessonId).queryKey, screens);
}

/** Refetches one screen. A failure is ignored: the next event or poll refetches it. */
export async function refreshScreen(client: QueryClient, lessonId: number, screenId: number): Promise<void> {
  const screen = await api.getScreen({ params: { lessonId, screenId } }).catch(() => null);
  if (screen) putScreen(client, screen);
}

/** Puts the state of the newest change of a screen (null: of the lesson) on its way into git. */
export function putCommitStatus(client: QueryClient, lessonId: number, screenId: number | null, status: CommitStatus): void {
  changeQueryData(client, lessonQuery(lessonId).queryKey, (lesson) => lesson && { ...lesson, commit_status: status });
  if (screenId === null) return;
  changeQueryData(client, screensQuery(lessonId).queryKey, (screens) =>
    screens?.map((each) => (each.id === screenId ? { ...each, commit_status: status } : each)),
  );
}
