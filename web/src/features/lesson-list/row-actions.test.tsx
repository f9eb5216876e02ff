import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LessonRow } from '#contract/lessons.ts';
import { MESSAGES } from '#web/features/lessons/messages.ts';
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
} as LessonRow;

function render(external: boolean, row: LessonRow): HTMLElement {
  const page = document.createElement('div');
  const none = () => undefined;
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <RouterContextProvider router={router as never}>
        <LessonActions value={{ external, clone: none, cloning: null, sync: none, syncing: null }}>
          <RowActions row={row} />
        </LessonActions>
      </RouterContextProvider>
    </MantineProvider>,
  );
  return page;
}

/** The titles of the buttons that are disabled. */
function disabled(external: boolean, row: LessonRow): string[] {
  return [...render(external, row).querySelectorAll<HTMLButtonElement>('button:disabled')].map(({ title }) => title);
}

it.each<[string, boolean, Partial<LessonRow>, string[]]>([
  ['a draft for staff', false, {}, []],
  ['a published lesson', false, { is_main: true, release_status: 'Published' }, [MESSAGES.syncPublished, MESSAGES.optionsPublished]],
  ['a shallow lesson', false, { is_shallow_import: true }, [MESSAGES.syncShallow]],
  ['another author’s draft for an external author', true, {}, [MESSAGES.notYourDraft, MESSAGES.notYourDraft]],
  ['an external author’s own draft', true, { is_own_drafts: true }, []],
])('of %s', (_, external, change, expected) => {
  expect(disabled(external, { ...DRAFT, ...change })).toEqual(expected);
});

it('names the link by what it leads to', () => {
  const linkOf = (row: LessonRow) => render(false, row).querySelector('a')?.title;
  expect([linkOf(DRAFT), linkOf({ ...DRAFT, is_main: true }), linkOf({ ...DRAFT, is_shallow_import: true })]).toEqual([
    'Edit',
    'View',
    'View',
  ]);
});
