import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseAuditSearch } from '#features/audit/web/audit-search.ts';
import { parseConsoleSearch } from '#features/audit/web/console/console-search.ts';
import { parseBulkEditsSearch } from '#features/bulk-edits/web/bulk-edits-search.ts';
import { parseSearchAddress } from '#features/search/web/search-address.ts';
import { parseTrashSearch } from '#features/trash/web/trash-search.ts';
import { canCall } from '#platform/contract/roles.ts';
import { ownerOnly, peopleOnly, shellRoute, staffOnly } from './parents.ts';

const externalAuthorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage-external',
  // External users are redirected from the manage page to /login.
  beforeLoad: ({ context }) => {
    if (context.user.external) redirect({ to: '/login', throw: true });
    if (!canCall('people', context.user)) redirect({ to: '/', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('#features/accounts/web/external-authors-page.tsx')),
});

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  beforeLoad: peopleOnly,
  component: lazyRouteComponent(() => import('#features/accounts/web/people-page.tsx')),
});

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  beforeLoad: ownerOnly,
  component: lazyRouteComponent(() => import('../pages/rules-page.tsx')),
});

const modelRequestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model-requests',
  beforeLoad: ownerOnly,
  component: lazyRouteComponent(() => import('#features/language-model/web/model-requests-page.tsx')),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: parseAuditSearch,
  beforeLoad: peopleOnly,
  component: lazyRouteComponent(() => import('#features/audit/web/audit-page.tsx')),
});

const bulkEditsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk-edits',
  validateSearch: parseBulkEditsSearch,
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('#features/bulk-edits/web/bulk-edits-page.tsx')),
});

const consoleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console',
  validateSearch: parseConsoleSearch,
  // Staff only.
  beforeLoad: peopleOnly,
  component: lazyRouteComponent(() => import('#features/audit/web/console-page.tsx')),
});

const debugRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/debug',
  beforeLoad: peopleOnly,
  component: lazyRouteComponent(() => import('#features/operations/web/debug-page.tsx')),
});

const componentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/debug/components',
  beforeLoad: ownerOnly,
  component: lazyRouteComponent(() => import('../pages/components-page.tsx')),
});

const trashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trash',
  validateSearch: parseTrashSearch,
  component: lazyRouteComponent(() => import('#features/trash/web/trash-page.tsx')),
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: parseSearchAddress,
  component: lazyRouteComponent(() => import('../pages/search-page.tsx')),
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account-page.tsx')),
});

const HelpPage = lazyRouteComponent(() => import('../pages/help-page.tsx'));
const helpRoute = createRoute({ getParentRoute: () => shellRoute, path: '/help', component: HelpPage });
const guideRoute = createRoute({ getParentRoute: () => shellRoute, path: '/help/$page', component: HelpPage });

export const administrationRoutes = [
  externalAuthorsRoute,
  peopleRoute,
  rulesRoute,
  modelRequestsRoute,
  auditRoute,
  bulkEditsRoute,
  consoleRoute,
  debugRoute,
  componentsRoute,
  trashRoute,
  searchRoute,
  accountRoute,
  helpRoute,
  guideRoute,
] as const;
