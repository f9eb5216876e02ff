import { isRedirect } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { showNote } from '#platform/web/ui/toast.ts';
import { router } from './router.tsx';

vi.mock('#platform/web/ui/toast.ts');
afterEach(() => vi.mocked(showNote).mockClear());

/** Where an address redirects; null: it has a page. */
function redirectOf(path: string, search: object = {}, options: object = {}): unknown {
  const match = router.matchRoutes(path, search).at(-1);
  const route = router.routesById[match?.routeId as keyof typeof router.routesById];
  try {
    const { search: parsed, params } = match ?? {};
    (route.options.beforeLoad as ((asked: object) => unknown) | undefined)?.({ search: parsed, params, context: {}, ...options });
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

it.each([
  ['opens', false, 1],
  ['points at', true, 0],
])('an external author who %s a link to a page of staff is redirected, with a note only when it is opened', (_, preload, notes) => {
  expect(redirectOf('/releases', {}, { preload, context: { user: { role: 'external' } } })).toMatchObject({ to: '/' });
  expect(showNote).toHaveBeenCalledTimes(notes);
});
