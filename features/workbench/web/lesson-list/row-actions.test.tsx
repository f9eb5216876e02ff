import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { READ_ONLY_TEXTS } from '#features/lessons/lessons.policy.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import type { Role } from '#platform/contract/roles.ts';
import { LessonActions, RowActions } from './row-actions.tsx';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const DRAFT = {
  id: 1,
  sequence: 7,
  release_id: 2,
  release_name: 'Spring',
  release_status: 'Modified',
  is_main: false,
  is_shallow_import: false,
  is_own_drafts: false,
  is_closed: false,
} as LessonRow;

function render(role: Role, row: LessonRow): HTMLElement {
  const page = document.createElement('div');
  const none = () => undefined;
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <RouterContextProvider router={router as never}>
        <LessonActions value={{ user: { role }, clone: none, duplicate: none, cloning: null, sync: none, syncing: null }}>
          <RowActions row={row} />
        </LessonActions>
      </RouterContextProvider>
    </MantineProvider>,
  );
  return page;
}

/** The titles of the buttons that are disabled. */
function disabled(role: Role, row: LessonRow): string[] {
  return [...render(role, row).querySelectorAll<HTMLButtonElement>('button:disabled')].map(({ title }) => title);
}

it.each<[string, Role, Partial<LessonRow>, string[]]>([
  ['a draft for staff', 'staff', {}, []],
  ['a published lesson', 'staff', { is_main: true, release_status: 'Published' }, [MESSAGES.syncPublished, MESSAGES.optionsPublished]],
  ['a shallow lesson', 'staff', { is_shallow_import: true }, [MESSAGES.syncShallow]],
  ['a lesson of a closed release', 'staff', { is_closed: true }, [READ_ONLY_TEXTS.closed]],
  ['another author’s draft for an external author', 'external', {}, [READ_ONLY_TEXTS['not-theirs'], READ_ONLY_TEXTS['not-theirs']]],
  ['an external author’s own draft', 'external', { is_own_drafts: true }, []],
])('of %s', (_, role, change, expected) => {
  expect(disabled(role, { ...DRAFT, ...change })).toEqual(expected);
});

it('names the link by what it leads to', () => {
  const linkOf = (row: LessonRow) => render('staff', row).querySelector('a')?.title;
  expect([linkOf(DRAFT), linkOf({ ...DRAFT, is_main: true }), linkOf({ ...DRAFT, is_shallow_import: true })]).toEqual([
    'Edit',
    'View',
    'View',
  ]);
});
