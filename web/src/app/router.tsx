import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '#contract/client.ts';
import type { CurrentUser } from '#contract/users.ts';
import { parseCommentsSearch } from '#web/features/comments/comments-search.ts';
import { datasetsQuery, versionsQuery } from '#web/features/datasets/api.ts';
import { parseDatasetsSearch, parseVersionsSearch } from '#web/features/datasets/datasets-search.ts';
import { parseLessonsSearch } from '#web/features/lessons/list-search.ts';
import { pullQuery } from '#web/features/pull-requests/api.ts';
import { parsePullSearch } from '#web/features/pull-requests/pull-search.ts';
import { parseReleasesSearch } from '#web/features/releases/releases-search.ts';
import { parseTestsSearch } from '#web/features/screen-tests/tests-search.ts';
import { parseScreenSearch } from '#web/features/screens/screen-search.ts';
import { parseTrashSearch } from '#web/features/trash/trash-search.ts';
import { api } from '#web/platform/api.ts';
import { currentUserQuery, lessonQuery, lessonsQuery, releasesQuery, screensQuery } from '#web/platform/queries.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { PageError } from '#web/ui/page-error.tsx';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

interface RouterContext {
  queryClient: QueryClient;
}

/** An id or a number in an address; anything else is no page. */
function parseId(text: string): number {
  if (!/^\d{1,10}$/.test(text)) notFound({ throw: true });
  return Number(text);
}

/** Asks for what a page will need while its script is still on its way. A failure is told by the page. */
function ahead(...queries: Promise<unknown>[]): void {
  for (const query of queries) query.catch(() => undefined);
}

function queryText(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

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

/** Everything behind the sign-in. A §1: without a user, or without an email, the way leads to /login. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.query({ ...currentUserQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    if (!user?.email) redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href }, throw: true });
    return { user: user as CurrentUser };
  },
  component: SignedIn,
});

const shellRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'shell', component: Shell });

const lessonsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: parseLessonsSearch,
  loader: ({ context }) => ahead(context.queryClient.query(lessonsQuery)),
  component: lazyRouteComponent(() => import('#web/pages/lessons-page.tsx')),
});

const lessonParams = {
  parse: ({ lessonId }: { lessonId: string }) => ({ lessonId: parseId(lessonId) }),
  stringify: ({ lessonId }: { lessonId: number }) => ({ lessonId: String(lessonId) }),
};

const lessonRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId',
  params: lessonParams,
  loader: ({ context: { queryClient: client }, params: { lessonId } }) =>
    ahead(client.query(lessonQuery(lessonId)), client.query(screensQuery(lessonId))),
  component: lazyRouteComponent(() => import('#web/pages/lesson-page.tsx')),
});

const lessonTestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/tests',
  params: lessonParams,
  validateSearch: parseTestsSearch,
  component: lazyRouteComponent(() => import('#web/pages/lesson-tests-page.tsx')),
});

const lessonCommentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/comments',
  params: lessonParams,
  validateSearch: parseCommentsSearch,
  component: lazyRouteComponent(() => import('#web/pages/lesson-comments-page.tsx')),
});

/** B §2 knows the page by this address as well. */
const lessonTestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/test',
  params: lessonParams,
  beforeLoad: ({ params }) => redirect({ to: '/lesson/$lessonId/tests', params, replace: true, throw: true }),
});

/** Has a header of its own (A §2, screen header), so it stands outside the shell. */
const screenRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/lesson/$lessonId/screen/$screenId',
  // What is no screen leads on to one, or to the lesson (product §2): the page decides, so the screen stays a text here.
  params: {
    parse: ({ lessonId, screenId }: { lessonId: string; screenId: string }) => ({ lessonId: parseId(lessonId), screenId }),
    stringify: ({ lessonId, screenId }: { lessonId: number; screenId: string }) => ({ lessonId: String(lessonId), screenId }),
  },
  validateSearch: parseScreenSearch,
  loader: ({ context: { queryClient: client }, params: { lessonId } }) =>
    ahead(client.query(lessonQuery(lessonId)), client.query(screensQuery(lessonId))),
  component: lazyRouteComponent(() => import('#web/pages/screen-page.tsx')),
});

/** Product §2: a lesson number leads to its latest version. */
const lessonNumberRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/number/$sequence',
  beforeLoad: async ({ params }) => {
    const sequence = parseId(params.sequence);
    const lesson = await api.getLatestLesson({ params: { sequence } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) notFound({ throw: true });
      throw error;
    });
    redirect({ to: '/lesson/$lessonId', params: { lessonId: lesson.id }, replace: true, throw: true });
  },
});

const externalAuthorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage-external',
  // B §6: external users are redirected from the manage page to /login.
  beforeLoad: ({ context }) => {
    if (context.user.external) redirect({ to: '/login', throw: true });
  },
  component: lazyRouteComponent(() => import('#web/pages/external-authors-page.tsx')),
});

const releasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases',
  validateSearch: parseReleasesSearch,
  // A §6: not for external authors.
  beforeLoad: ({ context }) => {
    if (context.user.external) redirect({ to: '/', replace: true, throw: true });
  },
  loader: ({ context: { queryClient: client } }) => ahead(client.query(releasesQuery)),
  component: lazyRouteComponent(() => import('#web/pages/releases-page.tsx')),
});

const pullRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases/$releaseId/pull',
  params: {
    parse: ({ releaseId }: { releaseId: string }) => ({ releaseId: parseId(releaseId) }),
    stringify: ({ releaseId }: { releaseId: number }) => ({ releaseId: String(releaseId) }),
  },
  validateSearch: parsePullSearch,
  loader: ({ context: { queryClient: client }, params: { releaseId } }) => ahead(client.query(pullQuery(releaseId))),
  component: lazyRouteComponent(() => import('#web/pages/pull-page.tsx')),
});

const datasetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/datasets',
  validateSearch: parseDatasetsSearch,
  // B §6: not for external authors.
  beforeLoad: ({ context }) => {
    if (context.user.external) redirect({ to: '/', replace: true, throw: true });
  },
  loader: ({ context: { queryClient: client } }) => ahead(client.query(datasetsQuery)),
  component: lazyRouteComponent(() => import('#web/pages/datasets-page.tsx')),
});

const datasetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/datasets/$datasetId',
  params: {
    parse: ({ datasetId }: { datasetId: string }) => ({ datasetId: parseId(datasetId) }),
    stringify: ({ datasetId }: { datasetId: number }) => ({ datasetId: String(datasetId) }),
  },
  validateSearch: parseVersionsSearch,
  beforeLoad: ({ context }) => {
    if (context.user.external) redirect({ to: '/', replace: true, throw: true });
  },
  loader: ({ context: { queryClient: client }, params: { datasetId } }) => ahead(client.query(versionsQuery(datasetId))),
  component: lazyRouteComponent(() => import('#web/pages/dataset-page.tsx')),
});

const trashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trash',
  validateSearch: parseTrashSearch,
  component: lazyRouteComponent(() => import('#web/pages/trash-page.tsx')),
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/pages/account-page.tsx')),
});

/** Any other address, with the way back above it. */
const elsewhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

const routeTree = rootRoute.addChildren([
  loginRoute,
  invitationRoute,
  signedInRoute.addChildren([
    screenRoute,
    shellRoute.addChildren([
      lessonsRoute,
      lessonNumberRoute,
      lessonRoute,
      lessonCommentsRoute,
      lessonTestsRoute,
      lessonTestRoute,
      releasesRoute,
      pullRoute,
      datasetsRoute,
      datasetRoute,
      externalAuthorsRoute,
      trashRoute,
      accountRoute,
      elsewhereRoute,
    ]),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
