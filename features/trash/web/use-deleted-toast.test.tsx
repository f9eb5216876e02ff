import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { untilRendered } from '#testing/until-rendered.ts';
import { useDeletedToast } from './use-deleted-toast.ts';

type Offer = Parameters<typeof showOffer>[0];
type Tell = ReturnType<typeof useDeletedToast>;

const told = vi.hoisted(() => ({ offers: [] as Offer[], results: [] as string[], navigate: vi.fn() }));
vi.mock('#platform/web/ui/offer-toast.tsx', () => ({ hideOffer: () => undefined, showOffer: (offer: Offer) => told.offers.push(offer) }));
vi.mock('#platform/web/ui/toast.ts', () => ({ showResult: (text: string) => told.results.push(text) }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => told.navigate }));

const LESSON = { id: 5, sequence: 904, release_name: 'Autumn' };
const SCREEN = { id: 8, lesson_id: 5, sequence: 2 };

describe('a deleted item', () => {
  let root: Root;
  let tell: Tell;
  let reply: () => Response;
  const calls: { path: string; body: unknown }[] = [];
  const onRestored = vi.fn();

  function Host() {
    const current = useDeletedToast();
    useEffect(() => {
      tell = current;
    });
    return null;
  }

  beforeEach(async () => {
    for (const list of [told.offers, told.results, calls]) list.length = 0;
    told.navigate.mockClear();
    vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
      calls.push({ path: url, body: typeof options?.body === 'string' ? JSON.parse(options.body) : null });
      return reply();
    });
    root = createRoot(document.createElement('div'));
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <Host />
        </QueryClientProvider>,
      ),
    );
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });

  /** Clicks the last toast's button and waits for the next toast. */
  async function take(): Promise<void> {
    const before = told.offers.length + told.results.length;
    await act(async () => told.offers.at(-1)?.onClick());
    await untilRendered(() => expect(told.offers.length + told.results.length).toBeGreaterThan(before));
  }

  it.each<[string, (use: Tell) => void, string, string, string, unknown, object]>([
    [
      'a lesson',
      (use) => use.lesson(LESSON),
      'Lesson 904 deleted.',
      'Lesson 904 restored to Autumn.',
      '/api/trash/lesson/5/restore',
      null,
      { to: '/lesson/$lessonId', params: { lessonId: 5 } },
    ],
    [
      'a screen, to its place',
      (use) => use.screen(SCREEN, 'Rows', 904, onRestored),
      '“Rows” deleted.',
      '“Rows” restored to lesson 904.',
      '/api/trash/screen/8/restore',
      { sequence: 2 },
      { to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: 5, screenId: '8' } },
    ],
    [
      'a file',
      (use) => use.dataFile({ file_name: 'data.csv' }, 3, LESSON),
      '“data.csv” deleted.',
      '“data.csv” restored to lesson 904.',
      '/api/trash/item/3/restore',
      null,
      { to: '/lesson/$lessonId', params: { lessonId: 5 } },
    ],
  ])('comes back with Undo, and can be opened then: %s', async (name, begin, deleted, restored, path, body, opened) => {
    reply = () => Response.json({ screen_id: name.startsWith('a screen') ? 8 : null });
    begin(tell);
    expect(told.offers).toMatchObject([{ message: deleted, label: 'Undo' }]);
    await take();
    expect(calls[0]).toMatchObject({ path: expect.stringContaining(path) as string, body });
    expect(told.offers[1]).toMatchObject({ message: restored, label: 'Open' });
    told.offers[1]?.onClick();
    expect(told.navigate).toHaveBeenCalledExactlyOnceWith(opened);
    expect(onRestored).toHaveBeenCalledTimes(name.startsWith('a screen') ? 1 : 0);
  });

  it('stays in the trash when its number is taken, and the toast says by what', async () => {
    const error = 'Lesson 904 cannot be in Autumn again: “Instead”. Move or delete that one first.';
    reply = () => Response.json({ error, code: 'already_exists', request_id: 'x' }, { status: 409 });
    tell.lesson(LESSON);
    await take();
    expect(told.offers[1]).toMatchObject({ color: 'red', message: error, label: 'Open the trash' });
    told.offers[1]?.onClick();
    expect(told.navigate).toHaveBeenCalledExactlyOnceWith({ to: '/trash' });
  });

  it('reports that someone else restored it; without an id there is no Undo', async () => {
    reply = () => Response.json({ error: 'Not found', code: 'not_found', request_id: 'x' }, { status: 404 });
    tell.dataFile({ file_name: 'data.csv' }, 3, LESSON);
    await take();
    expect(told.results).toEqual(['“data.csv” is no longer in the trash: someone else restored it.']);
    tell.dataFile({ file_name: 'data.csv' }, null, LESSON);
    expect(told.results.at(-1)).toBe('“data.csv” deleted.');
    expect(told.offers).toHaveLength(1);
  });
});
