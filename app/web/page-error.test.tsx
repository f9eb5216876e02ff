import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { clearDraft, draftKey, flushDrafts, loadDraft, saveDraft } from '#platform/web/drafts.ts';
import { noteRestored } from '#platform/web/set-aside.ts';
import { stored } from '#testing/fake-idb.ts';
import { PageError } from './page-error.tsx';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const key = draftKey(3, 'questions', 12);
let root: Root;
let place: HTMLElement;
beforeEach(async () => {
  stored.clear();
  saveDraft(key, () => ({ base_revision: 1, fields: { question: 'How many?' }, at: 0 }));
  await flushDrafts();
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function fail() {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: 3 } as CurrentUser);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <PageError error={new Error('Invalid 1 panel layout')} reset={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

it('says what is kept, and offers home and reload', async () => {
  await fail();
  expect(place.textContent).toContain('Unsaved edits are kept in this browser');
  expect(place.querySelector('a[href="/"]')?.textContent).toBe('Go to lessons');
  expect([...place.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Reload page']);
  expect(await loadDraft(key)).not.toBeNull();
});

it('does not restore the draft that failed, and offers it for download', async () => {
  noteRestored(key);
  await fail();
  expect(await loadDraft(key)).toBeNull();
  expect([...place.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Reload page', 'Download', 'Discard']);
  await clearDraft(`set-aside/${key}`);
});
