import { isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { router } from './router.tsx';

/** Where an address redirects; null: it has a page. */
function redirectOf(path: string, search: object = {}): unknown {
  const match = router.matchRoutes(path, search).at(-1);
  const route = router.routesById[match?.routeId as keyof typeof router.routesById];
  try {
    (route.options.beforeLoad as ((asked: object) => unknown) | undefined)?.({ search: match?.search, params: match?.params, context: {} });
    return null;
  } catch (error) {
    if (!isRedirect(error)) throw error;
    return error.options;
  }
}

it('/lessons leads to the list of lessons, with its filters', () => {
  expect(redirectOf('/lessons')).toMatchObject({ to: '/' });
  expect(redirectOf('/lessons', { q: 'loops' })).toMatchObject({ to: '/', search: { q: 'loops' } });
});
