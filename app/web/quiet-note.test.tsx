import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { QuietNote } from './quiet-note.tsx';

it.each([
  ['a copy in quiet mode says so on every page', { is_quiet: true }, 'this is a copy'],
  ['the original says nothing', {}, ''],
])('%s', async (_case, quiet, text) => {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: 3, ...quiet } as CurrentUser);
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <QuietNote />
      </QueryClientProvider>,
    ),
  );
  expect(place.textContent === '' ? '' : /this is a copy/.exec(place.textContent)?.[0]).toBe(text);
  await act(async () => root.unmount());
});
