import { QueryClientProvider } from '@tanstack/react-query';
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { clearDraft, draftKey, flushDrafts, saveDraft } from '#platform/web/drafts.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { useKeptScreens } from './use-kept-screens.ts';

vi.mock('idb-keyval', async () => import('#testing/fake-idb.ts'));

const page = document.createElement('div');
const root = createRoot(page);
const key = draftKey(3, 'screen', 7);

beforeEach(() => queryClient.setQueryData(currentUserQuery.queryKey, { id: 3 } as CurrentUser));
afterEach(() => {
  act(() => root.unmount());
  queryClient.clear();
});

function Host() {
  return [...useKeptScreens('7 false')].join(', ');
}

it('a screen is no longer among those with unsaved edits once they are discarded', async () => {
  saveDraft(key, () => ({ base_revision: 1, fields: { title: 'New' }, at: 1 }));
  await flushDrafts();
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Host />
        </Suspense>
      </QueryClientProvider>,
    ),
  );
  await untilRendered(() => expect(page.textContent).toBe('7'));
  await act(() => clearDraft(key));
  await untilRendered(() => expect(page.textContent).toBe(''));
});
