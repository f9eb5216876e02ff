import { type AnyRoute, type AnyRouteMatch, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '#platform/web/query-client.ts';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { administrationRoutes } from './routes/administration-routes.ts';
import { courseRoutes } from './routes/course-routes.ts';
import { lessonRoutes, screenRoute } from './routes/lesson-routes.ts';
import { rootRoute, type RouterContext, shellRoute, signedInRoute } from './routes/parents.ts';
import { releaseRoutes } from './routes/release-routes.ts';
import { restoresOnOtherPages } from './scroll-restoration.ts';

function queryText(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Only return to addresses within the app. */
const whereTo = (search: Record<string, unknown>): { to?: string } =>
  typeof search['to'] === 'string' && /^\/(?![/\\])/.test(search['to']) ? { to: search['to'] } : {};

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: whereTo,
  component: lazyRouteComponent(() => import('#features/accounts/web/login-page.tsx')),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: whereTo,
  component: lazyRouteComponent(() => import('#features/accounts/web/second-factor-page.tsx')),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('#features/accounts/web/invitation-page.tsx')),
});

/** Any other address. */
const elsewhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

const routeTree = rootRoute.addChildren([
  loginRoute,
  secondFactorRoute,
  invitationRoute,
  signedInRoute.addChildren([
    screenRoute,
    shellRoute.addChildren([...lessonRoutes, ...courseRoutes, ...releaseRoutes, ...administrationRoutes, elsewhereRoute]),
  ]),
]);

/** All routes. Pages load with their route; linked pages load on hover. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query client decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  defaultErrorComponent: PageError,
  defaultPendingMs: 150,
  // Plain values instead of JSON: people read and type addresses.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => queryText(search),
  scrollRestoration: restoresOnOtherPages(),
});

/** What route loaders use: queries that their pages read anyway, so prefetching does no harm. */
type Ahead = (asked: { context: RouterContext; params: unknown }) => void;

// Load the page's script and first data while the session is still being checked.
router.subscribe('onBeforeLoad', ({ toLocation: { pathname, search }, pathChanged }) => {
  // Changing a filter or tab on the same page loads nothing new.
  if (!pathChanged) return;
  const matches: readonly Pick<AnyRouteMatch, 'routeId' | 'params' | 'paramsError'>[] = router.matchRoutes(pathname, search);
  for (const { routeId, params, paramsError } of matches) {
    const route: AnyRoute | undefined = router.routesById[routeId as keyof typeof router.routesById];
    // Not an id, so there is nothing to load.
    if (!route || paramsError) continue;
    router.loadRouteChunk(route)?.catch(() => undefined);
    (route.options.loader as Ahead | undefined)?.({ context: { queryClient }, params });
  }
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
