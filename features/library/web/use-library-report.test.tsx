import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { LessonFindings, LessonReport } from '../contract.ts';
import { findingsText } from './report-text.ts';
import { useLibraryReport } from './use-library-report.ts';

const ROW = { id: 1, sequence: 7, title: 'Sums', is_latest: true } as LessonRow;
const REPORT: LessonReport = {
  lesson_id: 1,
  tests: 0,
  failing: 0,
  not_run: 0,
  doubted: 0,
  open_comments: 0,
  built_at: null,
  courses: [],
};
const FINDINGS: LessonFindings = { lesson_id: 1, errors: 2, warnings: 0, is_checked: true };

function Listed() {
  const { lessons, isLooking } = useLibraryReport();
  return `${isLooking ? 'looking' : 'done'}: ${lessons?.map(({ title, findings }) => `${title} ${findingsText(findings)}`).join() ?? 'nothing'}`;
}

it('lists the lessons before their findings are known, and fills them in when they come', async () => {
  const looked = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, 'http://localhost').pathname.endsWith('/findings') ? looked.promise : Response.json([REPORT]),
  );
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(lessonsQuery.queryKey, [ROW]);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Listed />
      </QueryClientProvider>,
    ),
  );
  await untilRendered(() => expect(place.textContent).toBe('looking: Sums Looking…'));
  looked.resolve(Response.json([FINDINGS]));
  await untilRendered(() => expect(place.textContent).toBe('done: Sums 2 errors'));
  act(() => root.unmount());
});
