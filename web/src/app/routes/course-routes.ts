import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { curriculumQuery } from '#web/features/curricula/api.ts';
import { courseLessonsQuery, coursePathsQuery } from '#web/features/curricula/course-api.ts';
import { COURSES } from '#web/features/curricula/kinds.ts';
import { loadPath } from '#web/features/curricula/steps-api.ts';
import { coursesQuery, pathsQuery } from '#web/features/curricula/queries.ts';
import { parseHistorySearch } from '#web/features/history/history-search.ts';
import { releasesQuery } from '#web/features/releases/queries.ts';
import { parseListSearch } from '#web/ui/data-table/list-search.ts';
import { idParam } from '../id-params.ts';
import { ahead, shellRoute, staffOnly } from './parents.ts';

const coursesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses',
  validateSearch: parseListSearch,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(coursesQuery)),
  component: lazyRouteComponent(() => import('#web/pages/courses-page.tsx')),
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
  component: lazyRouteComponent(() => import('#web/pages/course-page.tsx')),
});

const pathsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tracks',
  validateSearch: parseListSearch,
  // Paths are hidden from external authors.
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client } }) => ahead(client.query(pathsQuery)),
  component: lazyRouteComponent(() => import('#web/pages/paths-page.tsx')),
});

const pathRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/track/$trackId',
  params: idParam('trackId'),
  beforeLoad: staffOnly,
  loader: ({ context: { queryClient: client }, params: { trackId } }) => ahead(loadPath(client, trackId), client.query(releasesQuery)),
  component: lazyRouteComponent(() => import('#web/pages/path-page.tsx')),
});

const courseHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/course/$courseId/history',
  params: idParam('courseId'),
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import('#web/pages/curriculum-history-page.tsx')),
});

const pathHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/track/$trackId/history',
  params: idParam('trackId'),
  validateSearch: parseHistorySearch,
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('#web/pages/curriculum-history-page.tsx')),
});

export const courseRoutes = [coursesRoute, courseRoute, courseHistoryRoute, pathsRoute, pathRoute, pathHistoryRoute] as const;
