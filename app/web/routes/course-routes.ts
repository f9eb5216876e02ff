import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { curriculumQuery } from '#features/curricula/web/api.ts';
import { courseLessonsQuery, coursePathsQuery } from '#features/curricula/web/course-api.ts';
import { COURSES } from '#features/curricula/web/kinds.ts';
import { coursesQuery, pathsQuery } from '#features/curricula/web/queries.ts';
import { loadPath } from '#features/curricula/web/steps-api.ts';
import { parseHistorySearch } from '#features/history/web/history-search.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { parseListSearch } from '#platform/web/ui/data-table/table-state.ts';
import { idParam } from '../id-params.ts';
import { ahead, shellRoute, staffOnly } from './parents.ts';

const coursesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses',
  validateSearch: parseListSearch,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(coursesQuery)),
  component: lazyRouteComponent(() => import('../pages/courses-page.tsx')),
});

const courseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/course/$courseId',
  params: idParam('courseId'),
  loader: ({ context: { queryClient: client }, params: { courseId } }) =>
    ahead(
      client.query(curriculumQuery(COURSES, courseId)),
      client.query(courseLessonsQuery(courseId)),
      client.query(coursePathsQuery(courseId)),
    ),
  component: lazyRouteComponent(() => import('../pages/course-page.tsx')),
});

const pathsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tracks',
  validateSearch: parseListSearch,
  // Paths are hidden from external authors.
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(pathsQuery)),
  component: lazyRouteComponent(() => import('#features/curricula/web/paths-page.tsx')),
});

const pathRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/track/$trackId',
  params: idParam('trackId'),
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client }, params: { trackId } }) => ahead(loadPath(client, trackId), client.query(releasesQuery)),
  component: lazyRouteComponent(() => import('../pages/path-page.tsx')),
});

const courseHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/course/$courseId/history',
  params: idParam('courseId'),
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import('../pages/curriculum-history-page.tsx')),
});

const pathHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/track/$trackId/history',
  params: idParam('trackId'),
  validateSearch: parseHistorySearch,
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/curriculum-history-page.tsx')),
});

export const courseRoutes = [coursesRoute, courseRoute, courseHistoryRoute, pathsRoute, pathRoute, pathHistoryRoute] as const;
