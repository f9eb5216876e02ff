import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { startShortcuts } from '#platform/web/commands.ts';
import { flushDrafts } from '#platform/web/drafts.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { ThreadPolicy } from '../../comments.policy.ts';
import { THREAD_MESSAGES } from './messages.ts';
import { ThreadCard } from './thread-card.tsx';
import type { Thread, ThreadMessage } from './thread.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const ADA: CurrentUser = { id: 1, name: 'Ada', email: 'ada@lessons.example', external: false, role: 'staff' };
const PEOPLE = { queryKey: ['people'], queryFn: () => [{ id: 2, name: 'Ben Carver', key: 'ben' }] };

function message(id: number, by: string, text: string): ThreadMessage {
  const html = safeHtml(`<p>${text}</p>`);
  return { id, by, at: '2026-01-01T00:00:00.000Z', text, html, suggestion: null, isEdited: false, isPending: false, isDeleted: false };
}
const THREAD: Thread = { anchor: null, first: message(7, 'Ada', 'Why one?'), replies: [message(8, 'Ben', 'Because.')] };
const ALL: ThreadPolicy<ThreadMessage, 'settle'> = {
  canReply: true,
  canEdit: ({ by }) => by === 'Ada',
  canDelete: ({ by }) => by === 'Ada',
  moves: ['settle'],
};
const NOTHING: ThreadPolicy<ThreadMessage, 'settle'> = { canReply: false, canEdit: () => false, canDelete: () => false, moves: [] };

const onReply = vi.fn<(text: string) => Promise<unknown>>();
const edit = vi.fn<(id: number, fields: { text: string; suggestion: string | null }) => Promise<unknown>>();
const remove = vi.fn<(id: number) => Promise<unknown>>();
const settle = vi.fn<() => Promise<unknown>>();

let root: Root;
let page: HTMLElement;
let client: QueryClient;
let stopShortcuts: () => void;

beforeEach(() => {
  stopShortcuts = startShortcuts();
  stored.clear();
  for (const call of [onReply, edit, remove, settle]) call.mockReset().mockResolvedValue(undefined);
  client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, ADA);
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  stopShortcuts();
  act(() => root.unmount());
  page.remove();
  client.clear();
});

async function show(policy = ALL, thread = THREAD): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <ThreadCard
            thread={thread}
            policy={policy}
            moves={{ settle: { label: 'Settle', look: 'light', failed: 'It was not settled.', run: settle } }}
            onReply={onReply}
            calls={{ edit, remove }}
            kind="test"
            people={PEOPLE}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

/** Leaves the page, and opens it again. */
async function reload(policy = ALL): Promise<void> {
  act(() => root.unmount());
  await flushDrafts();
  root = createRoot(page);
  await show(policy);
}

const labels = () => [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const press = (name: string) => act(async () => button(name)?.click());
const input = () => page.querySelector('textarea');
async function type(text: string): Promise<void> {
  const element = input();
  if (!element) throw new Error('There is no text to type into.');
  await act(async () => {
    element.focus();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const keys = (init: KeyboardEventInit) =>
  act(async () => input()?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })));

describe('a thread', () => {
  it('offers what its policy allows, and nothing else', async () => {
    await show();
    expect(labels()).toEqual(['Edit', 'Delete', 'Settle', 'Reply']);
    await show(NOTHING);
    expect(labels()).toEqual([]);
    expect(page.textContent).toContain('Because.');
  });

  it('sends a reply with Ctrl Enter, once it says something', async () => {
    await show();
    await press('Reply');
    await type('   ');
    await keys({ key: 'Enter', code: 'Enter', ctrlKey: true });
    expect(onReply).not.toHaveBeenCalled();
    await type(' I see. ');
    await keys({ key: 'Enter', code: 'Enter', ctrlKey: true });
    await untilRendered(() => expect(onReply).toHaveBeenCalledExactlyOnceWith('I see.'));
    await untilRendered(() => expect(input()).toBeNull());
  });

  it('keeps an unsent reply and an unsent edit over a reload', async () => {
    await show();
    await press('Reply');
    await type('Half a rep');
    await reload();
    await untilRendered(() => expect(input()?.value).toBe('Half a rep'));
    await press('Cancel');
    await press('Edit');
    await type('Why two?');
    await reload();
    await untilRendered(() => expect(input()?.value).toBe('Why two?'));
    await press('Save');
    expect(edit).toHaveBeenCalledExactlyOnceWith(7, { text: 'Why two?', suggestion: null });
    await reload();
    expect(input()).toBeNull();
  });

  it('keeps the text of what could not be sent, and says so', async () => {
    onReply.mockRejectedValue(new TypeError('No network'));
    await show();
    await press('Reply');
    await type('I see.');
    await press('Send reply');
    await untilRendered(() => expect(page.querySelector('[role="alert"]')?.textContent).toBe(THREAD_MESSAGES.replyFailed));
    expect(input()?.value).toBe('I see.');
  });

  it('offers people after an @', async () => {
    await show();
    await press('Reply');
    await type('@be');
    await untilRendered(() => expect(page.querySelector('[role="option"]')?.textContent).toBe('Ben Carver@ben'));
    await keys({ key: 'Enter', code: 'Enter' });
    expect(input()?.value).toBe('@ben ');
    expect(onReply).not.toHaveBeenCalled();
  });

  it('deletes a message after a question, which says that its replies stay', async () => {
    await show();
    await press('Delete');
    await untilRendered(() => expect(document.body.textContent).toContain(THREAD_MESSAGES.confirmDeleteFirst));
    await press('Delete comment');
    expect(remove).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('says what was deleted, and what could not be settled', async () => {
    settle.mockRejectedValue(new TypeError('No network'));
    await show(ALL, { ...THREAD, first: { ...THREAD.first, text: '', isDeleted: true } });
    expect(page.textContent).toContain(THREAD_MESSAGES.deleted);
    await press('Settle');
    await untilRendered(() => expect(page.querySelector('[role="alert"]')?.textContent).toBe('It was not settled.'));
  });
});
