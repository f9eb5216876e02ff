import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';
import { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { markingEditor, passageMarks } from '#platform/web/ui/code-editor/passage-marks.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { Comment } from '../../contract.ts';
import { screenCommentsQuery } from '../api.ts';
import { type CommentDraft, useCommentDraft } from '../use-comment-draft.ts';
import { CommentsBeside } from './comments-beside.tsx';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const TEXT = 'A loop repeats.\n\nA list ends.';
const ADA: CurrentUser = { id: 1, name: 'Ada', email: 'ada@lessons.example', external: false, role: 'staff' };

function comment(id: number, text: string, passage: string | null, more: Partial<Comment> = {}): Comment {
  return {
    id,
    user: { id: 2, name: 'Ben' },
    is_from_learner: false,
    is_author_gone: false,
    comment: text,
    comment_html: safeHtml(`<p>${text}</p>`),
    tags: [],
    mandatory: false,
    completed: false,
    approved: false,
    accepted: false,
    archived: false,
    timestamp: '2026-01-01T00:00:00.000Z',
    screen_id: 3,
    sequence: 1,
    thread: [],
    quote: passage === null ? null : { field: 'body_markdown', text: passage, before: '', after: '' },
    is_detached: false,
    ...more,
  };
}

let root: Root;
let page: HTMLElement;
let client: QueryClient;
let editors: OpenEditors;
let marked: MarkedPassages;
let view: EditorView;
let draft: CommentDraft;
let calls: { path: string; body: unknown }[];
let comments: Comment[];
const onAll = vi.fn<() => void>();

beforeEach(() => {
  stored.clear();
  localStorage.clear();
  calls = [];
  comments = [];
  onAll.mockClear();
  vi.stubGlobal('fetch', async (request: string | Request, init?: RequestInit) => {
    const path = new URL(typeof request === 'string' ? request : request.url, 'https://lessons.example').pathname;
    if ((init?.method ?? 'GET') === 'GET') return Response.json(comments);
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { comment: string; quote?: Comment['quote'] };
    calls.push({ path, body });
    const made = comment(99, body.comment, null, { user: ADA, quote: body.quote ?? null });
    comments = [...comments, made];
    return Response.json(made);
  });
  page = document.body.appendChild(document.createElement('div'));
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc: TEXT, extensions: passageMarks }) });
  // Missing in jsdom, which lays nothing out.
  view.dom.checkVisibility = () => false;
  editors = new OpenEditors();
  editors.add('body_markdown', view, markingEditor(view));
  marked = new MarkedPassages(editors);
  root = createRoot(page);
  client = new QueryClient();
});
afterEach(() => {
  act(() => root.unmount());
  view.destroy();
  page.remove();
  client.clear();
  vi.unstubAllGlobals();
});

function Host({ isHidden, opened }: { isHidden: boolean; opened: number | undefined }) {
  const own = useCommentDraft(ADA.id, 5, 3);
  const [shown] = useState(() => vi.fn<() => void>());
  useLayoutEffect(() => {
    draft = own;
  });
  return (
    <CommentsBeside
      lessonId={5}
      screenId={3}
      editors={editors}
      marked={marked}
      draft={own}
      passages={{ nameOf: (field) => (field === 'hint_markdown' ? 'Hint' : 'Learn') }}
      field="body_markdown"
      opened={opened}
      isHidden={isHidden}
      onComment={shown}
      onShow={shown}
      onAll={onAll}
    >
      <p>The text</p>
    </CommentsBeside>
  );
}

async function show(own: Comment[], { isHidden = false, opened }: { isHidden?: boolean; opened?: number } = {}): Promise<void> {
  comments = own;
  client.setQueryData(currentUserQuery.queryKey, ADA);
  client.setQueryData(screenCommentsQuery(5, 3).queryKey, own);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Host isHidden={isHidden} opened={opened} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
const button = (name: RegExp) => [...page.querySelectorAll('button')].find((each) => name.test(each.ariaLabel ?? each.textContent));
const press = (name: RegExp) => act(async () => button(name)?.click());
const texts = (selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
const marks = (selector = 'mark') => [...view.contentDOM.querySelectorAll(selector)].map(({ textContent }) => textContent);

const ALL = [
  comment(1, 'About the list', 'list'),
  comment(2, 'About the loop', 'loop', { mandatory: true }),
  comment(3, 'About lost words', 'recursion'),
  comment(4, 'About all', null),
  comment(5, 'About the hint', null, { quote: { field: 'hint_markdown', text: 'Try', before: '', after: '' } }),
  comment(6, 'Settled', 'repeats', { completed: true, approved: true, accepted: true }),
];

describe('comments beside a text', () => {
  it('are in the order of their passages, then in groups; those that are approved are left out', async () => {
    await show(ALL);
    await untilRendered(() => expect(page.querySelector('aside')).not.toBeNull());
    const threads = texts('aside [role="region"] [data-thread]');
    expect(threads.map((text) => /About the (?:loop|list)/.exec(text)?.[0])).toEqual(['About the loop', 'About the list']);
    await untilRendered(() => expect(texts('summary')).toEqual(['The text has changed 1', 'Whole screen 1', 'Hint 1']));
    expect(page.textContent).not.toContain('Settled');
    expect(marks()).toEqual(['loop', 'list']);
  });

  it('open in place, light their passage, and close with Escape', async () => {
    await show(ALL);
    await untilRendered(() => expect(button(/About the loop/)).toBeDefined());
    await press(/About the loop/);
    expect(page.querySelector('article')?.textContent).toContain('About the loop');
    expect(button(/^Reply/)).toBeDefined();
    await untilRendered(() => expect(marks('.cm-passage-lit')).toEqual(['loop']));
    const thread = document.activeElement;
    expect(thread?.contains(page.querySelector('article'))).toBe(true);
    await act(async () => thread?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(page.querySelector('article')).toBeNull();
    await untilRendered(() => expect(document.activeElement?.textContent).toContain('About the loop'));
  });

  it('open with the caret in their passage', async () => {
    await show(ALL);
    await untilRendered(() => expect(button(/About the list/)).toBeDefined());
    await act(async () => editors.tell({ type: 'caret', name: 'body_markdown', at: TEXT.indexOf('list') + 1 }));
    expect(page.querySelector('article')?.textContent).toContain('About the list');
    await act(async () => editors.tell({ type: 'caret', name: 'body_markdown', at: 0 }));
    expect(page.querySelector('article')).toBeNull();
  });

  it('open from a link, with a reply begun; an approved one in the list of all', async () => {
    await show(ALL, { opened: 4 });
    await untilRendered(() => expect(page.querySelector('article')?.textContent).toContain('About all'));
    await untilRendered(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
    expect(onAll).not.toHaveBeenCalled();
    await show(ALL, { opened: 6 });
    await untilRendered(() => expect(onAll).toHaveBeenCalledOnce());
  });

  it('move to their group when their words are deleted', async () => {
    await show(ALL);
    await untilRendered(() => expect(texts('summary')).toContain('The text has changed 1'));
    await act(async () => {
      view.dispatch({ changes: { from: 0, to: 14 } });
      editors.tell({ type: 'edited', name: 'body_markdown' });
    });
    await untilRendered(() => expect(texts('summary')).toContain('The text has changed 2'));
  });

  it('are written in the margin and sent with their passage', async () => {
    await show([]);
    expect(page.querySelector('aside')).toBeNull();
    const quote = { field: 'body_markdown', text: 'loop', before: 'A ', after: ' repeats.' };
    await act(async () => draft.begin({ quote }));
    await untilRendered(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
    expect(marks()).toEqual(['loop']);
    await act(async () => draft.session.edit({ comment: 'Which one?' }));
    await press(/^Add comment/);
    await untilRendered(() =>
      expect(calls).toEqual([{ path: '/api/screen/3/comments', body: expect.objectContaining({ comment: 'Which one?', quote }) }]),
    );
    await untilRendered(() => expect(page.querySelector('article')?.textContent).toContain('Which one?'));
    await untilRendered(() => expect(document.activeElement?.contains(page.querySelector('article'))).toBe(true));
    expect(page.querySelector('form')).toBeNull();
    expect(marks()).toEqual(['loop']);
  });

  it('can be discarded before they are sent', async () => {
    await show([]);
    await act(async () => draft.begin());
    await act(async () => draft.session.edit({ comment: 'No.' }));
    await untilRendered(() => expect(button(/^Discard/)).toBeDefined());
    await press(/^Discard/);
    expect(page.querySelector('form')).toBeNull();
    expect(draft.session.state().fields.comment).toBe('');
    expect(calls).toEqual([]);
  });

  it('are hidden on request, which is remembered, and while they are shown elsewhere', async () => {
    await show(ALL);
    await untilRendered(() => expect(button(/^Hide comments/)).toBeDefined());
    await press(/^Hide comments/);
    expect(page.querySelector('aside')).toBeNull();
    expect(localStorage.getItem('lessonwright.comments-beside')).toBe('false');
    await press(/^5 comments/);
    expect(page.querySelector('aside')).not.toBeNull();
    await show(ALL, { isHidden: true });
    expect(page.querySelector('aside')).toBeNull();
    expect(button(/^5 comments/)).toBeUndefined();
    expect(page.textContent).toContain('The text');
  });
});
