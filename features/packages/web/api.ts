import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { Build } from '../contract.ts';
import type { AnswerChecking } from '../packages.policy.ts';

/** A build with the part of its log that is known here. */
export interface BuildProgress {
  readonly build: Build;
  readonly log: string;
  /** Known bytes of the log. */
  readonly log_end: number;
}

/** The build of a lesson. Only fetches the part of the log that is not known yet. */
export function buildQuery(client: QueryClient, lessonId: number) {
  const queryKey = ['lesson', lessonId, 'build'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<BuildProgress> => {
      const known = client.getQueryData<BuildProgress>(queryKey);
      const ask = (log_from: number) => api.getBuild({ params: { id: lessonId }, query: { log_from } }, { signal });
      const reply = await ask(known?.log_end ?? 0);
      if (known && known.build.id === reply.build.id) return { ...reply, log: known.log + reply.log };
      return known ? ask(0) : reply;
    },
    // Fallback for the live connection.
    refetchInterval: LIMITS.dependencyPollMs,
  });
}

/** Saves packages and answer checking, and starts the build. */
export function useStartBuild(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ packages, ...flags }: AnswerChecking) =>
      api.buildPackages({ params: { id: lessonId }, body: { ...flags, packages: [...packages] } }),
    onSuccess: ({ build, ...saved }) => {
      cacheBuild(client, lessonId, build);
      changeQueryData(client, lessonQuery(lessonId).queryKey, (known) => known && { ...known, ...saved });
    },
  });
}

export function useStopBuild(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.stopBuild({ params: { id: lessonId } }),
    onSuccess: (build) => cacheBuild(client, lessonId, build),
  });
}

/** Shows a build from the server at once; a new build starts with an empty log. */
export function cacheBuild(client: QueryClient, lessonId: number, build: Build): void {
  const { queryKey } = buildQuery(client, lessonId);
  changeQueryData(client, queryKey, (known: BuildProgress | undefined) =>
    known?.build.id === build.id ? { ...known, build } : { build, log: '', log_end: 0 },
  );
  void client.invalidateQueries({ queryKey });
}
