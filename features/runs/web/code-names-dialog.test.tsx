import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import type { CodeNames } from '../contract/code-names.ts';
import CodeNamesDialog from './code-names-dialog.tsx';
import { codeNamesQuery } from './use-name-completion.ts';

let root: Root | undefined;
let place: HTMLElement | undefined;
afterEach(() => {
  act(() => root?.unmount());
  place?.remove();
});

async function shown(names: CodeNames): Promise<string[]> {
  const client = new QueryClient();
  client.setQueryData(codeNamesQuery(3).queryKey, names);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <RouterContextProvider router={router}>
            <CodeNamesDialog lessonId={3} onClose={() => undefined} />
          </RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return [...document.querySelectorAll('[role="dialog"] :is(h3, li, p)')].map(({ textContent }) => textContent);
}

it('names tables and files with their columns, and packages', async () => {
  const names = {
    files: [{ name: 'birds.csv', columns: ['species', 'count'] }],
    tables: [{ schema: 'shop', name: 'orders', columns: ['id'] }],
    packages: ['numpy'],
  };
  expect(await shown(names)).toEqual(['Tables', 'shop.ordersid', 'Files', 'birds.csvspecies, count', 'Packages', 'numpy']);
});

it('offers to add what a lesson does not have', async () => {
  expect(await shown({ files: [], tables: [], packages: [] })).toEqual(['This lesson has no data files, datasets or packages. Add some']);
});
