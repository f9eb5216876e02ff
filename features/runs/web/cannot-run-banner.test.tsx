import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { runnerLanguagesQuery } from '#features/lessons/web/queries.ts';
import { CannotRunBanner } from './cannot-run-banner.tsx';

function shown(python: string[] | null): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  if (python !== null) client.setQueryData(runnerLanguagesQuery.queryKey, { versions: { python }, reason: null });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <CannotRunBanner lesson={{ id: 3, language: 'python', language_version: '3.11' }} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '');
}

it('says which version is missing, and links to the settings of the lesson', () => {
  const text = shown(['3.13']);
  expect(text).toContain('No runner has Python 3.11');
  expect(text).toContain('/lesson/3?tab=settings');
});

it('is empty while a runner has the version, or nothing is known', () => {
  expect(shown(['3.11'])).toBe('');
  expect(shown(null)).toBe('');
});
