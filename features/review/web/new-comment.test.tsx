import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { startShortcuts } from '#platform/web/commands.ts';
import { flushDrafts } from '#platform/web/drafts.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { FileDiffView } from './file-diff.tsx';
import { MESSAGES } from './messages.ts';
import { NO_REVIEW, ReviewContext } from './review-context.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const ADA: CurrentUser = { id: 1, name: 'Ada', email: 'ada@lessons.example', external: false, role: 'staff' };
const PATH = 'lessons/5-loops/screens/intro/solution.py';
const LINES = ['a = 1', 'b = 2', 'c = 3'];
const FILE: FileDiff = {
  path: PATH,
  from: null,
  change: 'added',
  kind: 'code',
  screen: 'intro',
  is_binary: false,
  size: { before: null, after: 18 },
  hunks: [{ header: '@@ -0,0 +1,3 @@', lines: LINES.map((text, index) => ({ kind: 'added', text, before: null, after: index + 1 })) }],
  is_cut: false,
  rendered: null,
  questions: null,
  text_language: null,
  source: LINES.join('\n'),
};

let root: Root;
let page: HTMLElement;
let client: QueryClient;
let stopShortcuts: () => void;
let sent: unknown[];
let reply: () => Response;

beforeEach(() => {
  stored.clear();
  sent = [];
  reply = () => Response.json([]);
  vi.stubGlobal('fetch', async (_request: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'));
    return reply();
  });
  stopShortcuts = startShortcuts();
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
  vi.unstubAllGlobals();
});

async function show(commit = 'a'.repeat(40)): Promise<void> {
  const review = {
    ...NO_REVIEW,
    releaseId: 3,
    state: 'open',
    canComment: true,
    commits: { before: 'b'.repeat(40), after: commit },
  } as const;
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <ReviewContext value={review}>
            <FileDiffView file={FILE} folder="5-loops" below="lessons/5-loops/" isAsLines />
          </ReviewContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

async function reload(commit?: string): Promise<void> {
  act(() => root.unmount());
  await flushDrafts();
  root = createRoot(page);
  await show(commit);
}

const button = (name: string) => [...page.querySelectorAll('button')].find((each) => [each.ariaLabel, each.textContent].includes(name));
const press = (name: string) => act(async () => button(name)?.click());
const input = () => page.querySelector('textarea');
const form = () => page.querySelector('form');
async function type(text: string): Promise<void> {
  const element = input();
  if (!element) throw new Error('There is no text to type into.');
  await act(async () => {
    element.focus();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
/** The line above the form. */
const lineAbove = () => form()?.closest('tr')?.previousElementSibling?.textContent ?? null;

describe('a new comment on a file', () => {
  it('survives a reload at its line, and is sent with Ctrl Enter', async () => {
    await show();
    await press('Comment on line 2');
    expect(document.activeElement).toBe(input());
    await type('Why two?');
    await reload();
    await untilRendered(() => expect(input()?.value).toBe('Why two?'));
    expect(lineAbove()).toContain('b = 2');
    await act(async () => input()?.focus());
    await act(async () =>
      input()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })),
    );
    const common = { path: PATH, side: 'after', commit: 'a'.repeat(40), quote: '', suggestion: null, is_pending: false };
    await untilRendered(() => expect(sent).toEqual([{ ...common, lines: { from: 2, to: 2 }, text: 'Why two?' }]));
    await untilRendered(() => expect(form()).toBeNull());
    await reload();
    expect(form()).toBeNull();
  });

  it('keeps its text when it is begun at another line', async () => {
    await show();
    await press('Comment on line 1');
    await type('Why one?');
    await press('Comment on line 3');
    expect(input()?.value).toBe('Why one?');
    expect(lineAbove()).toContain('c = 3');
  });

  it('suggests another text for the lines that it is on', async () => {
    await show();
    await press('Comment on line 1');
    await press('Suggest a change');
    expect(document.activeElement).toBe([...page.querySelectorAll('textarea')].find(({ value }) => value === 'a = 1'));
    await press('Comment on line 2');
    expect(page.textContent).not.toContain(MESSAGES.suggestionHint);
  });

  it('is of the commit that it was begun on, also after the branch has moved', async () => {
    await show();
    await press('Comment on line 2');
    await type('Why two?');
    await reload('c'.repeat(40));
    await untilRendered(() => expect(input()?.value).toBe('Why two?'));
    expect(lineAbove()).toBeNull();
    expect(form()?.textContent).toContain(MESSAGES.earlierState);
    await press('Add comment');
    await untilRendered(() => expect(sent).toEqual([expect.objectContaining({ commit: 'a'.repeat(40), lines: { from: 2, to: 2 } })]));
  });

  it('stays when it could not be sent', async () => {
    reply = () => Response.json({ error: 'Oops', code: 'internal', request_id: 'x' }, { status: 500 });
    await show();
    await press('Comment');
    await type('All of it.');
    await press('Start a review');
    await untilRendered(() => expect(form()?.querySelector('[role="alert"]')).not.toBeNull());
    expect(sent).toEqual([expect.objectContaining({ is_pending: true })]);
    expect(input()?.value).toBe('All of it.');
  });
});
