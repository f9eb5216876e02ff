import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import type { Proposal } from '../contract.ts';
import { lessonProposalsQuery } from './queries.ts';
import { WaitingProposals } from './waiting-proposals.tsx';

const proposal = (id: number, screen_id: number | null): Proposal => ({
  id,
  lesson_id: 5,
  lesson_sequence: 201,
  lesson_title: 'Loops',
  release_name: 'Summer',
  screen_id,
  screen_sequence: screen_id,
  screen_title: null,
  changes: ['Learn'],
  reason: 'Shorter.',
  proof: { passes: true, findings: [], facts: [] },
  state: 'open',
  proposed_by: 'Writer',
  created_at: '2026-11-01T10:00:00.000Z',
  decided_by: null,
  decided_at: null,
  decision: null,
  is_own: false,
});

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

async function textFor(proposals: Proposal[], screenId: number | null): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(lessonProposalsQuery(5).queryKey, proposals);
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  await act(async () =>
    root?.render(
      <QueryClientProvider client={client}>
        <MantineProvider>
          <main>
            <WaitingProposals lessonId={5} screenId={screenId} opened={null} onOpen={() => undefined} />
          </main>
        </MantineProvider>
      </QueryClientProvider>,
    ),
  );
  return container.querySelector('main')?.textContent ?? '';
}

it.each<[what: string, proposals: Proposal[], screenId: number | null, text: string]>([
  ['those of a screen', [proposal(1, 7), proposal(2, 8), proposal(3, null)], 7, '1 proposal waits for this screen.Show proposal'],
  ['those of a lesson', [proposal(1, 7), proposal(2, 8), proposal(3, null)], null, '3 proposals wait for this lesson.Show proposals'],
  ['none of another screen', [proposal(1, 8)], 7, ''],
  ['none', [], null, ''],
])('shows %s', async (_, proposals, screenId, text) => {
  expect(await textFor(proposals, screenId)).toBe(text);
});
