import type { QueryClient } from '@tanstack/react-query';
import { screenCommentsQuery } from '#features/comments/web/api.ts';
import { screenQuery } from '#features/lessons/web/queries.ts';
import { skillsKey } from '#features/screens/web/skills/api.ts';
import { gateQuery, screenTestsQuery } from '#features/tests/web/api.ts';
import { keepFromReloading } from '#platform/web/query-client.ts';

// Apart from the cache of screens, which the first page loads: these queries bring schemas along.

/**
 * Keeps what is asked about a screen from being loaded again while it is deleted or moved away, until its page is left. Returns how to
 * take that back.
 */
export function leaveScreen(client: QueryClient, lessonId: number, screenId: number): () => void {
  const address = { lessonId, screenId };
  return keepFromReloading(client, [
    screenQuery(lessonId, screenId).queryKey,
    screenCommentsQuery(lessonId, screenId).queryKey,
    screenTestsQuery(address).queryKey,
    gateQuery(address).queryKey,
    skillsKey(address),
  ]);
}
