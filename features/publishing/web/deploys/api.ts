import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { Deploy, DeployLine } from '../../contract/deploys.ts';

/** The latest deploy of a lesson. Only asked for once there is one: before that, the call answers 404. */
export function latestDeployQuery(lessonId: number, isDeployed: boolean) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'deploy', 'latest'] as const,
    queryFn: ({ signal }) => api.getLatestDeploy({ params: { id: lessonId } }, { signal }),
    enabled: isDeployed,
    // Fallback for the live connection.
    refetchInterval: LIMITS.deployPollMs,
  });
}

/** The deploys of a lesson, latest first. */
export function deploysQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'deploy', 'list'] as const,
    queryFn: ({ signal }) => api.listDeploys({ params: { id: lessonId } }, { signal }),
  });
}

/** A deploy with its full log. Only fetches the part of the log that is not known yet. */
export function deployLogQuery(client: QueryClient, lessonId: number, buildNumber: number) {
  const queryKey = ['lesson', lessonId, 'deploy', 'log', buildNumber] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<{ deploy: Deploy; log: DeployLine[] }> => {
      const known = client.getQueryData<{ log: DeployLine[] }>(queryKey)?.log ?? [];
      const reply = await api.getDeploy({ params: { id: lessonId, buildNumber }, query: { log_from: known.length } }, { signal });
      return { deploy: reply.deploy, log: [...known, ...reply.log] };
    },
    refetchInterval: ({ state }) => (state.data?.deploy.status === 'running' ? LIMITS.deployPollMs : false),
  });
}

export function shareLinksQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'share-links'] as const,
    queryFn: ({ signal }) => api.listShareLinks({ params: { id: lessonId } }, { signal }),
  });
}

/** Updates the cache from a live event and refetches what depends on it. */
export function cacheDeploy(client: QueryClient, lessonId: number, deploy: Deploy): void {
  changeQueryData(client, latestDeployQuery(lessonId, true).queryKey, (known) =>
    known && known.build_number > deploy.build_number ? known : deploy,
  );
  void client.invalidateQueries({ queryKey: deploysQuery(lessonId).queryKey });
  void client.invalidateQueries({ queryKey: deployLogQuery(client, lessonId, deploy.build_number).queryKey });
}

export function useStartDeploy(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { force?: boolean; anyway?: string }) => api.startDeploy({ params: { id: lessonId }, body }),
    onSuccess: (deploy) => cacheDeploy(client, lessonId, deploy),
  });
}

export function useStopDeploy(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (buildNumber: number) => api.stopDeploy({ params: { id: lessonId, buildNumber } }),
    onSuccess: (deploy) => cacheDeploy(client, lessonId, deploy),
  });
}

/** Opens a build in a new tab. The tab opens before the call: browsers block later ones. */
export function useOpenPreview(lessonId: number) {
  return useMutation({
    mutationFn: async (buildNumber: number) => {
      const tab = globalThis.open('about:blank', '_blank');
      try {
        const { url } = await api.openPreview({ params: { id: lessonId, buildNumber } });
        if (tab === null) location.assign(url);
        else {
          tab.opener = null;
          tab.location.replace(url);
        }
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
}

export function useCreateShareLink(lessonId: number) {
  return useMutation({
    mutationFn: (body: { build_number: number; days: number }) => api.createShareLink({ params: { id: lessonId }, body }),
  });
}

export function useRevokeShareLink(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: number) => api.revokeShareLink({ params: { id: lessonId, linkId } }),
    onSuccess: (links) => client.setQueryData(shareLinksQuery(lessonId).queryKey, links),
  });
}
