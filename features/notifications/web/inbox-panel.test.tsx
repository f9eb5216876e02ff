import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { type Notification, NotificationDetails } from '../contract/notifications.ts';
import { unreadQuery } from './api.ts';
import InboxPanel from './inbox-panel.tsx';
import { inboxState } from './inbox-state.ts';
import { MESSAGES } from './messages.ts';

const notification = (id: number, read_at: string | null = null): Notification => ({
  id,
  kind: 'mention',
  actor: { id: 2, name: 'Ada' },
  details: NotificationDetails.parse({
    lesson: { sequence: 5, title: 'Loops' },
    screen: { sequence: 2, title: '' },
    excerpt: `Text ${id}`,
  }),
  target: { lesson_id: 7, screen_id: 8, comment_id: id, release_id: null, build_number: null },
  created_at: new Date().toISOString(),
  read_at,
});

describe('the panel of notifications', () => {
  let root: Root;
  let place: HTMLElement;
  let client: QueryClient;
  let calls: string[];
  let replies: Record<string, () => Response>;
  const history = createMemoryHistory();

  beforeEach(() => {
    calls = [];
    replies = {};
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      const call = `${init?.method ?? 'GET'} ${input}`;
      calls.push(call);
      return Promise.resolve(replies[call]?.() ?? Response.json({ error: 'Oops', code: 'internal', request_id: 'x' }, { status: 500 }));
    });
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });
  afterEach(async () => {
    await act(async () => inboxState.close());
    act(() => root.unmount());
    place.remove();
    client.clear();
    vi.unstubAllGlobals();
  });

  async function show(): Promise<void> {
    const rootRoute = createRootRoute({ component: InboxPanel });
    const account = createRoute({ getParentRoute: () => rootRoute, path: '/account' });
    const router = createRouter({ routeTree: rootRoute.addChildren([account]), history });
    inboxState.open();
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={client}>
            <RouterProvider router={router as never} />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
  }
  const entries = () => [...document.querySelectorAll('li a')].map(({ textContent }) => textContent);
  const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const LIST = 'GET /api/notifications';

  it('says that there are none, and when they get one', async () => {
    replies[LIST] = () => Response.json({ notifications: [], next: null });
    await show();
    await untilRendered(() => expect(document.body.textContent).toContain(MESSAGES.none));
    expect(button('Mark all as read')?.disabled).toBe(true);
  });

  it('offers another try when they cannot be loaded', async () => {
    await show();
    await untilRendered(() => expect(document.querySelector('[role="alert"]')?.textContent).toContain(MESSAGES.loadFailed));
    replies[LIST] = () => Response.json({ notifications: [notification(3)], next: null });
    await act(async () => button('Try again')?.click());
    await untilRendered(() => expect(entries()).toHaveLength(1));
  });

  it('shows them page by page', async () => {
    replies[LIST] = () => Response.json({ notifications: [notification(3)], next: 3 });
    replies[`${LIST}?before=3`] = () => Response.json({ notifications: [notification(2, '2026-01-01T00:00:00.000Z')], next: null });
    await show();
    await untilRendered(() => expect(entries()).toHaveLength(1));
    await act(async () => button('Show older')?.click());
    await untilRendered(() => expect(entries()).toHaveLength(2));
    expect(entries()[0]).toContain('Unread: Ada mentioned you in a commentLesson 5: Loops, screen 2Text 3');
    expect(entries()[1]).not.toContain('Unread');
    expect(button('Show older')).toBeUndefined();
  });

  it('marks one as read that is opened, and closes', async () => {
    replies[LIST] = () => Response.json({ notifications: [notification(3), notification(2)], next: null });
    replies['POST /api/notifications/3/read'] = () => Response.json({ unread: 1 });
    await show();
    await untilRendered(() => expect(entries()).toHaveLength(2));
    await act(async () => document.querySelector<HTMLElement>('li a')?.click());
    await untilRendered(() => expect(client.getQueryData(unreadQuery.queryKey)).toBe(1));
    expect(history.location.href).toBe('/lesson/7/screen/8?comment=3');
    expect(inboxState.state()).toBe(false);
  });

  it('marks all as read up to the newest that is shown', async () => {
    replies[LIST] = () => Response.json({ notifications: [notification(3), notification(2)], next: null });
    replies['POST /api/notifications/read'] = () => Response.json({ unread: 0 });
    await show();
    await untilRendered(() => expect(entries()).toHaveLength(2));
    await act(async () => button('Mark all as read')?.click());
    await untilRendered(() => expect(entries().join('')).not.toContain('Unread'));
    expect(client.getQueryData(unreadQuery.queryKey)).toBe(0);
  });
});
