import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import type { ReleaseFinding } from '../contract/preflight.ts';
import { FixAll } from './fix-all.tsx';

let root: Root;
let place: HTMLElement;
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  // Files of tests share a document, and messages of others may still be there.
  notifications.clean();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  vi.stubGlobal('fetch', async (address: string, init: { body?: string }) => {
    const { fingerprint, undo } = JSON.parse(init.body ?? '{}') as { fingerprint?: string; undo?: { at: number }[] };
    sent.push(`${new URL(address, 'http://here').pathname} ${fingerprint ?? undo?.map(({ at }) => at).join() ?? ''}`.trim());
    if (fingerprint === 'changed')
      return Response.json({ error: 'Its text has changed.', code: 'refused', request_id: '1' }, { status: 422 });
    if (fingerprint === 'file') return Response.json({ undo: [], deleted: { id: 9, kind: 'image', name: 'a.png' } });
    if (fingerprint !== undefined) return Response.json({ undo: [{ kind: 'text', at: sent.length }], deleted: null });
    return Response.json(address.includes('/trash/') ? { lesson_id: 2, screen_id: null } : { ok: true });
  });
});
afterEach(() => {
  act(() => root.unmount());
  notifications.clean();
  place.remove();
  vi.unstubAllGlobals();
});

const finding = (lesson_id: number, fingerprint: string, more: Partial<ReleaseFinding> = {}) =>
  ({
    lesson_id,
    fingerprint,
    rule: 'spelling',
    message: `About ${fingerprint}.`,
    fix: 'Fix it',
    accepted: null,
    ...more,
  }) as ReleaseFinding;
const button = (name: string) => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name);
const press = (name: string) => act(async () => button(name)?.click());

async function show(findings: readonly ReleaseFinding[]) {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Notifications />
          <FixAll findings={findings} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

it('fixes what has a fix, names what was refused, and undoes the last one first', async () => {
  const none = [finding(1, 'accepted', { accepted: 'Fine.' }), finding(1, 'without', { fix: null })];
  await show([finding(1, 'one'), ...none, finding(1, 'changed'), finding(2, 'file', { rule: 'unused-image' }), finding(2, 'two')]);
  await press('Fix all 4');
  expect(document.querySelector('[aria-label="Rules"]')?.children).toHaveLength(2);
  await press('Fix all 4');
  await untilRendered(() => expect(button('Undo')).toBeDefined());
  expect(document.body.textContent).toContain('Fixed 3 of 4 findings.');
  expect(place.textContent).toContain('About changed. Its text has changed.');
  const fix = (lesson: number) => `/api/lesson/${lesson}/preflight/fix`;
  expect(sent).toEqual([`${fix(1)} one`, `${fix(1)} changed`, `${fix(2)} file`, `${fix(2)} two`]);
  await press('Undo');
  await untilRendered(() => expect(document.body.textContent).toContain('Undone.'));
  expect(sent.slice(4)).toEqual(['/api/lesson/2/preflight/undo 4', '/api/trash/item/9/restore', '/api/lesson/1/preflight/undo 1']);
});

it('is not offered for a single finding', async () => {
  await show([finding(1, 'one'), finding(1, 'without', { fix: null })]);
  expect(place.textContent).not.toContain('Fix all');
});
