import { type AnyRoute, type AnyRouteMatch, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '#web/platform/query-client.ts';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { PageError } from '#web/ui/page-error.tsx';
import { administrationRoutes } from './routes/administration-routes.ts';
import { courseRoutes } from './routes/course-routes.ts';
import { lessonRoutes, screenRoute } from './routes/lesson-routes.ts';
import { rootRoute, type RouterContext, shellRoute, signedInRoute } from './routes/parents.ts';
import { releaseRoutes } from './routes/release-routes.ts';

function queryText(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // Only ways within the product are led back to.
  validateSearch: (search): { to?: string } =>
    typeof search['to'] === 'string' && /^\/(?![/\\])/.test(search['to']) ? { to: search['to'] } : {},
  component: lazyRouteComponent(() => import('#web/pages/login-page.tsx')),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('#web/pages/invitation-page.tsx')),
});

/** Any other address, with the way back above it. */
const elsewhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

const routeTree = rootRoute.addChildren([
  loginRoute,
  invitationRoute,
  signedInRoute.addChildren([
    screenRoute,
    shellRoute.addChildren([...lessonRoutes, ...courseRoutes, ...releaseRoutes, ...administrationRoutes, elsewhereRoute]),
  ]),
]);

/** Every address of the product. Pages load with their route; those behind a link load when it is pointed at. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // What is fresh is known by the query client alone.
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  defaultErrorComponent: PageError,
  defaultPendingMs: 150,
  // Plain texts: addresses are read and typed by people.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => queryText(search),
  scrollRestoration: true,
});

/** What the routes of this product load: queries that their pages read, so that it does no harm to ask for them sooner. */
type Ahead = (asked: { context: RouterContext; params: unknown }) => void;

// The script of a page, and what it asks for first, are on their way while the server is still asked who is signed in.
router.subscribe('onBeforeLoad', ({ toLocation: { pathname, search }, pathChanged }) => {
  // Another filter or tab in the address of the same page asks for nothing anew.
  if (!pathChanged) return;
  const matches: readonly Pick<AnyRouteMatch, 'routeId' | 'params' | 'paramsError'>[] = router.matchRoutes(pathname, search);
  for (const { routeId, params, paramsError } of matches) {
    const route: AnyRoute | undefined = router.routesById[routeId as keyof typeof router.routesById];
    // What has no such address is not there, and nothing is asked for it.
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
