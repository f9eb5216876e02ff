import { IconChecklist, IconPackageImport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseDatasetsSearch } from '#features/datasets/web/datasets-search.ts';
import { datasetsQuery, datasetUsesQuery, datasetVersionsQuery } from '#features/datasets/web/queries.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { parsePreflightSearch } from '#features/preflight/web/preflight-search.ts';
import { preflightQuery } from '#features/preflight/web/queries.ts';
import { rehearsalQuery } from '#features/rehearsals/web/queries.ts';
import { parseReleasesSearch } from '#features/release-list/web/releases-search.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { pullQuery } from '#features/review/web/pull-query.ts';
import { parsePullSearch } from '#features/review/web/pull-search.ts';
import { parseTableSearch } from '#platform/web/ui/data-table/table-state.ts';
import { idParam } from '../id-params.ts';
import { ahead, shellRoute, staffOnly } from './parents.ts';

const releasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases',
  validateSearch: parseReleasesSearch,
  // Not for external authors.
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(releasesQuery), client.query(lessonsQuery)),
  component: lazyRouteComponent(() => import('#features/release-list/web/releases-page.tsx')),
});

const pullRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases/$releaseId/pull',
  params: idParam('releaseId'),
  validateSearch: parsePullSearch,
  loader: ({ context: { queryClient: client }, params: { releaseId } }) => ahead(client.query(pullQuery(releaseId))),
  component: lazyRouteComponent(() => import('../pages/pull-page.tsx')),
});

const preflightRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases/$releaseId/preflight',
  params: idParam('releaseId'),
  validateSearch: parsePreflightSearch,
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client }, params: { releaseId } }) => ahead(client.query(preflightQuery({ release: releaseId }))),
  component: lazyRouteComponent(() => import('#features/preflight/web/release-preflight-page.tsx')),
  staticData: {
    releasePage: {
      name: 'Preflight',
      header: 'Preflight',
      minWidth: 72,
      hint: 'Find what is wrong with its lessons',
      icon: IconChecklist,
    },
  },
});

const rehearsalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases/$releaseId/rehearsal',
  params: idParam('releaseId'),
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client }, params: { releaseId } }) => ahead(client.query(rehearsalQuery(releaseId))),
  component: lazyRouteComponent(() => import('#features/rehearsals/web/release-rehearsal-page.tsx')),
  staticData: {
    releasePage: {
      name: 'Upgrade rehearsal',
      header: 'Upgrade',
      minWidth: 68,
      hint: 'Try newer packages on all its lessons',
      icon: IconPackageImport,
    },
  },
});

const datasetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/datasets',
  validateSearch: parseDatasetsSearch,
  // Not for external authors.
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(datasetsQuery)),
  component: lazyRouteComponent(() => import('#features/datasets/web/datasets-page.tsx')),
});

const datasetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/datasets/$datasetId',
  params: idParam('datasetId'),
  validateSearch: parseTableSearch,
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client }, params: { datasetId } }) =>
    ahead(client.query(datasetVersionsQuery(datasetId)), client.query(datasetsQuery), client.query(datasetUsesQuery(datasetId))),
  component: lazyRouteComponent(() => import('#features/datasets/web/dataset-page.tsx')),
});

export const releaseRoutes = [releasesRoute, pullRoute, preflightRoute, rehearsalRoute, datasetsRoute, datasetRoute] as const;
