import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams } from '@tanstack/react-router';
import { parseTrustSearch } from '#features/check-trust/web/trust-search.ts';
import { parseCommentsSearch } from '#features/comments/web/comments-search.ts';
import { parseHistorySearch } from '#features/history/web/history-search.ts';
import { findLinkedLesson, findLinkedScreen } from '#features/lessons/web/linked-lesson.ts';
import { lessonQuery, lessonsQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { libraryFindingsQuery, libraryReportQuery, librarySkillsQuery } from '#features/library/web/queries.ts';
import { parsePreflightSearch } from '#features/preflight/web/preflight-search.ts';
import { parseProposalSearch } from '#features/proposals/web/proposal-search.ts';
import { parseScreenSearch } from '#features/screens/web/screen-search.ts';
import { parseTestsSearch } from '#features/tests/web/tests-search.ts';
import { workQuery } from '#features/work/web/queries.ts';
import { parseLessonsSearch } from '#features/workbench/web/lesson-list/list-search.ts';
import { recentScreensQuery } from '#features/workbench/web/lesson-list/recent-screens.ts';
import { parseLessonSearch } from '#features/workbench/web/lesson-page/lesson-search.ts';
import { loadScreen } from '#features/workbench/web/screens/screen-cache.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { loadCodeEditor } from '#platform/web/ui/code-editor/load-code-editor.ts';
import { parseListSearch } from '#platform/web/ui/data-table/table-state.ts';
import { loadPart } from '#platform/web/ui/load-part.ts';
import { loadMarkdownEditor } from '#platform/web/ui/markdown-editor/load-markdown-editor.ts';
import { idParam, parseId } from '../id-params.ts';
import { ahead, signedInRoute, shellRoute, staffOnly } from './parents.ts';

const lessonsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: parseLessonsSearch,
  loader: ({ context }) => ahead(context.queryClient.query(lessonsQuery), context.queryClient.query(recentScreensQuery)),
  component: lazyRouteComponent(() => import('#features/workbench/web/lessons-page.tsx')),
});

/** What waits for a member of the team. */
const workRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/work',
  beforeLoad: staffOnly,
  loader: ({ context }) => ahead(context.queryClient.query(workQuery)),
  component: lazyRouteComponent(() => import('#features/work/web/work-page.tsx')),
});

/** What is known of every lesson. */
const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: parseListSearch,
  beforeLoad: staffOnly,
  loader: ({ context }) => ahead(context.queryClient.query(libraryReportQuery), context.queryClient.query(libraryFindingsQuery)),
  component: lazyRouteComponent(() => import('#features/library/web/library-page.tsx')),
});

/** Which course assesses which skill. */
const skillsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library/skills',
  beforeLoad: staffOnly,
  loader: ({ context }) => ahead(context.queryClient.query(libraryReportQuery), context.queryClient.query(librarySkillsQuery)),
  component: lazyRouteComponent(() => import('#features/library/web/skills-page.tsx')),
});

/** Where signing in leads: to what waits for the user, or to the lessons. */
const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/home',
  beforeLoad: async ({ context: { queryClient, user } }) => {
    const work = user.external ? [] : await queryClient.query(workQuery).catch(() => []);
    redirect({ to: work.length === 0 ? '/' : '/work', replace: true, throw: true });
  },
});

/** What people type for the list. */
const lessonsByNameRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lessons',
  validateSearch: parseLessonsSearch,
  beforeLoad: ({ search }) => redirect({ to: '/', search, replace: true, throw: true }),
});

const lessonParams = idParam('lessonId');

const lessonRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId',
  params: lessonParams,
  validateSearch: parseLessonSearch,
  loader: ({ context: { queryClient: client }, params: { lessonId } }) =>
    ahead(client.query(lessonQuery(lessonId)), client.query(screenNamesQuery(lessonId))),
  component: lazyRouteComponent(() => import('#features/workbench/web/lesson-page.tsx')),
});

const lessonTestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/tests',
  params: lessonParams,
  validateSearch: parseTestsSearch,
  component: lazyRouteComponent(() => import('#features/tests/web/lesson-tests-page.tsx')),
});

const lessonChecksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/checks',
  params: lessonParams,
  validateSearch: parseTrustSearch,
  component: lazyRouteComponent(() => import('#features/check-trust/web/lesson-checks-page.tsx')),
});

const lessonCommentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/comments',
  params: lessonParams,
  validateSearch: parseCommentsSearch,
  component: lazyRouteComponent(() => import('#features/comments/web/lesson-comments-page.tsx')),
});

const lessonProposalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/proposals',
  params: lessonParams,
  component: lazyRouteComponent(() => import('#features/proposals/web/lesson-proposals-page.tsx')),
});

const lessonPreflightRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/preflight',
  params: lessonParams,
  validateSearch: parsePreflightSearch,
  component: lazyRouteComponent(() => import('#features/preflight/web/lesson-preflight-page.tsx')),
});

const lessonHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/history',
  params: lessonParams,
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import('#features/history/web/lesson-history-page.tsx')),
});

const deployRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/deploy/$buildNumber',
  params: {
    parse: ({ lessonId, buildNumber }: { lessonId: string; buildNumber: string }) => ({
      lessonId: parseId(lessonId),
      buildNumber: parseId(buildNumber),
    }),
    stringify: ({ lessonId, buildNumber }: { lessonId: number; buildNumber: number }) => ({
      lessonId: String(lessonId),
      buildNumber: String(buildNumber),
    }),
  },
  component: lazyRouteComponent(() => import('#features/publishing/web/deploy-page.tsx')),
});

/** Alias of the tests page. */
const lessonTestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/test',
  params: lessonParams,
  beforeLoad: ({ params }) => redirect({ to: '/lesson/$lessonId/tests', params, replace: true, throw: true }),
});

/** Outside the shell: the screen editor has its own header. */
export const screenRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/lesson/$lessonId/screen/$screenId',
  // Kept as a string: for an unknown screen, the page itself redirects to another screen or to the lesson.
  params: {
    parse: ({ lessonId, screenId }: { lessonId: string; screenId: string }) => ({ lessonId: parseId(lessonId), screenId }),
    stringify: ({ lessonId, screenId }: { lessonId: number; screenId: string }) => ({ lessonId: String(lessonId), screenId }),
  },
  validateSearch: (search) => ({ ...parseScreenSearch(search), ...parseCommentsSearch(search), ...parseProposalSearch(search) }),
  // The preview stays open on the way to another screen.
  search: { middlewares: [retainSearchParams(['preview'])] },
  loader: ({ context: { queryClient: client }, params: { lessonId, screenId } }) =>
    ahead(client.query(lessonQuery(lessonId)), loadScreen(client, lessonId, screenId)),
  component: lazyRouteComponent(() => {
    // Load the editors with the page so that they appear together.
    ahead(loadPart(loadMarkdownEditor), loadPart(loadCodeEditor));
    return import('#features/workbench/web/screen-page.tsx');
  }),
});

function showNotFound(error: unknown): never {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) notFound({ throw: true });
  throw error;
}

/** A lesson number leads to its latest version. */
const lessonNumberRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/number/$sequence',
  beforeLoad: async ({ params }) => {
    const sequence = parseId(params.sequence);
    const lesson = await api.getLatestLesson({ params: { sequence } }).catch(showNotFound);
    redirect({ to: '/lesson/$lessonId', params: { lessonId: lesson.id }, replace: true, throw: true });
  },
});

/** A link in a text of a lesson leads to the other lesson, or to its screen. */
const linkedLessonRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lesson/$lessonId/linked/$target',
  params: {
    parse: ({ lessonId, target }: { lessonId: string; target: string }) => ({ lessonId: parseId(lessonId), target }),
    stringify: ({ lessonId, target }: { lessonId: number; target: string }) => ({ lessonId: String(lessonId), target }),
  },
  validateSearch: ({ screen }): { screen?: string } => (typeof screen === 'string' ? { screen } : {}),
  beforeLoad: async ({ context: { queryClient: client }, params, search }): Promise<void> => {
    const key = /^key-(.+)$/.exec(params.target)?.[1];
    const [rows, { release_id }, byKey] = await Promise.all([
      client.query(lessonsQuery),
      client.query(lessonQuery(params.lessonId)),
      key === undefined ? null : api.findLinkedLesson({ params: { id: params.lessonId, key } }).catch(showNotFound),
    ]);
    const lesson = byKey ?? findLinkedLesson(rows, parseId(params.target), release_id);
    if (!lesson) {
      notFound({ throw: true });
      return;
    }
    const at = { lessonId: lesson.id };
    const screen =
      search.screen === undefined
        ? undefined
        : findLinkedScreen(await client.query(screenNamesQuery(lesson.id)), search.screen, key !== undefined);
    if (!screen) redirect({ to: '/lesson/$lessonId', params: at, replace: true, throw: true });
    else redirect({ to: '/lesson/$lessonId/screen/$screenId', params: { ...at, screenId: String(screen.id) }, replace: true, throw: true });
  },
});

export const lessonRoutes = [
  lessonsRoute,
  workRoute,
  libraryRoute,
  skillsRoute,
  homeRoute,
  lessonsByNameRoute,
  lessonRoute,
  lessonTestsRoute,
  lessonChecksRoute,
  lessonCommentsRoute,
  lessonPreflightRoute,
  lessonProposalsRoute,
  lessonHistoryRoute,
  deployRoute,
  lessonTestRoute,
  lessonNumberRoute,
  linkedLessonRoute,
] as const;
