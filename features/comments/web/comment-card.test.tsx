import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { Comment } from '../contract.ts';
import { screenCommentsQuery } from './api.ts';
import { CommentCard } from './comment-card.tsx';
import { MESSAGES } from './messages.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const AUTHOR: CurrentUser = { id: 1, name: 'Ada', email: 'ada@lessons.example', external: false, role: 'staff' };
const OTHER: CurrentUser = { id: 2, name: 'Ben', email: 'ben@elsewhere.example', external: true, role: 'external' };
const STAFF: CurrentUser = { ...OTHER, id: 3, external: false, role: 'staff' };
const OPEN: Comment = {
  id: 7,
  user: { id: AUTHOR.id, name: AUTHOR.name },
  is_from_learner: false,
  is_author_gone: false,
  comment: 'Why?',
  comment_html: safeHtml('<p>Why?</p>'),
  tags: [],
  mandatory: true,
  completed: false,
  approved: false,
  accepted: false,
  archived: false,
  timestamp: '2026-01-01T00:00:00.000Z',
  screen_id: 3,
  sequence: 1,
  thread: [],
  quote: null,
  is_detached: false,
};
const COMPLETED: Comment = { ...OPEN, completed: true };
const APPROVED: Comment = { ...COMPLETED, approved: true, accepted: true };

const query = screenCommentsQuery(5, OPEN.screen_id);

function Host() {
  const { data = [] } = useQuery({ ...query, enabled: false });
  return data.map((comment) => <CommentCard key={comment.id} lessonId={5} comment={comment} passages={{ nameOf: (field) => field }} />);
}

describe('the actions of a comment', () => {
  let root: Root;
  let place: HTMLElement;
  let client: QueryClient;
  let answer: () => Promise<Response>;

  beforeEach(() => {
    vi.stubGlobal('fetch', () => answer());
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    client = new QueryClient();
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    client.clear();
    vi.unstubAllGlobals();
  });

  async function show(user: CurrentUser, comment: Comment): Promise<void> {
    client.setQueryData(currentUserQuery.queryKey, user);
    client.setQueryData(query.queryKey, [comment]);
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={client}>
            <Host />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
  }
  const labels = () => [...place.querySelectorAll('button')].map(({ textContent }) => textContent);

  it.each<[string, CurrentUser, Comment, string[]]>([
    ['an open one, its author', AUTHOR, OPEN, ['Reply', 'Archive']],
    ['an open one, another author', OTHER, OPEN, ['Complete', 'Reply']],
    ['a completed one, its author', AUTHOR, COMPLETED, ['Approve', 'Reopen', 'Reply', 'Archive']],
    ['a completed one, another author', OTHER, COMPLETED, ['Reopen', 'Reply']],
    [
      'a completed one of an author who has left, staff',
      STAFF,
      { ...COMPLETED, is_author_gone: true },
      ['Approve', 'Reopen', 'Reply', 'Archive'],
    ],
    ['an approved one, its author', AUTHOR, APPROVED, ['Reply', 'Archive']],
    ['an approved one, another author', OTHER, APPROVED, ['Reply']],
  ])('on %s', async (_, user, comment, shown) => {
    await show(user, comment);
    expect(labels()).toEqual(shown);
  });

  it('show what was done at once, and take it back when it fails', async () => {
    const reply = Promise.withResolvers<Response>();
    answer = () => reply.promise;
    await show(OTHER, OPEN);
    await act(async () => place.querySelector('button')?.click());
    await untilRendered(() => expect(labels()).toEqual(['Reopen', 'Reply']));
    await act(async () => reply.resolve(Response.json({ error: 'Oops', code: 'internal', request_id: 'x' }, { status: 500 })));
    await untilRendered(() => expect(labels()).toEqual(['Complete', 'Reply']));
    expect(place.querySelector('[role="alert"]')?.textContent).toBe(MESSAGES.completeFailed);
  });
});
