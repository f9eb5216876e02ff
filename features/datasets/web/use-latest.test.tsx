import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import type { DatasetUse, DatasetVersion } from '../contract/datasets.ts';
import { UseLatest } from './use-latest.tsx';

const version = (id: number, hash: string) => ({ id, hash, dataset_id: 5 }) as DatasetVersion;
const use = (id: number, more: Partial<DatasetUse> = {}): DatasetUse => {
  return { id, sequence: id, title: '', release_name: 'Spring', hash: 'first', is_latest: false, is_main: false, ...more };
};

it('changes the lessons that can change, names those that did not, and back', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(new URL(address, 'http://here').pathname.replace('/api/lesson/', ''));
    if (address.includes('/3/')) return Response.json({ error: 'It is closed.', code: 'refused', request_id: '1' }, { status: 422 });
    return Response.json([]);
  });
  // Files of tests share a document, and messages of others may still be there.
  notifications.clean();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const button = (name: RegExp) => [...document.querySelectorAll('button')].findLast(({ textContent }) => name.test(textContent));
  const press = (name: RegExp) => act(async () => button(name)?.click());
  const uses = [use(1, { is_latest: true }), use(2), use(3), use(4, { is_main: true }), use(6, { hash: 'second' })];
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Notifications />
          <UseLatest versions={[version(30, 'third'), version(20, 'second'), version(10, 'first')]} uses={uses} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await press(/^Use the latest version in 3 lessons/);
  await press(/^Change 3 lessons/);
  await untilRendered(() => expect(button(/^Undo/)).toBeDefined());
  expect(document.body.textContent).toContain('2 of 3 lessons use the latest version now.');
  expect(document.body.textContent).toContain('Lesson 3 (Spring): It is closed.');
  await press(/^Undo/);
  await untilRendered(() => expect(sent).toHaveLength(5));
  expect(sent).toEqual(['2/dataset/5/30', '3/dataset/5/30', '6/dataset/5/30', '2/dataset/5/10', '6/dataset/5/20']);
  act(() => root.unmount());
  notifications.clean();
  place.remove();
  vi.unstubAllGlobals();
});
