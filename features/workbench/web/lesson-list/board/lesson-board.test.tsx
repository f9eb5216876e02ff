import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Stage } from '#features/planning/planning.policy.ts';
import { LessonBoard } from './lesson-board.tsx';

const moved = vi.hoisted(() => ({ move: (_move: { lesson: { id: number }; to: Stage | null }): void => undefined }));
vi.mock('./use-move-stage.ts', () => ({ useMoveStage: () => (move: Parameters<typeof moved.move>[0]) => moved.move(move) }));
vi.mock('#platform/web/ui/row-link.tsx', () => ({ RowLink: () => null }));

const lesson = (id: number) =>
  ({ id, sequence: id, title: 'Loops', release_name: 'Summer', owner: null, due: null, stage: 'planned', main_state: 'new' }) as LessonRow;

it('keeps the focus on the choice of a card that goes to another column', async () => {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: 1, role: 'owner' } as CurrentUser);
  function Host() {
    const [rows, setRows] = useState([lesson(1), lesson(2)]);
    useEffect(() => {
      moved.move = ({ lesson: { id }, to }) => setRows((all) => all.map((row) => (row.id === id ? { ...row, stage: to } : row)));
    });
    return <LessonBoard rows={rows} nameOf={String} />;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Host />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const choice = () => document.querySelector<HTMLSelectElement>('[data-stage-of="1"]');
  const columnOf = () => choice()?.closest('section')?.getAttribute('aria-label');
  choice()?.focus();
  await act(async () => {
    const select = choice()!;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, 'ready');
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(columnOf()).toBe('Ready');
  expect(document.activeElement).toBe(choice());
  act(() => root.unmount());
});
