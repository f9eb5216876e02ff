import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { lessonTestsQuery, useTestEvents } from './api.ts';
import { MESSAGES } from './messages.ts';
import { testsBanner } from './test-rules.ts';
import { TestView } from './test-view.tsx';
import { TestsTable } from './tests-table.tsx';
import { TestsToolbar } from './tests-toolbar.tsx';
import { useRunTests } from './use-run-tests.ts';

/** `/lesson/{lessonId}/tests`: the lesson tests. */
export default function LessonTestsPage() {
  const { lessonId } = useParams({ from: '/signed-in/shell/lesson/$lessonId/tests' });
  const search = useSearch({ from: '/signed-in/shell/lesson/$lessonId/tests' });
  const navigate = useNavigate({ from: '/lesson/$lessonId/tests' });
  const user = useCurrentUser();
  const lesson = useQuery(lessonQuery(lessonId));
  const loaded = useQuery(lessonTestsQuery(lessonId));
  const runner = useRunTests(lessonId);
  useTestEvents(lessonId);

  const tests = loaded.data ?? [];
  const banner = runner.progress ? null : testsBanner(tests);
  const shown = tests.find(({ id }) => id === search.test);
  const setSearch = (next: typeof search) => void navigate({ to: '.', search: next, replace: true });
  return (
    <Page title="Lesson Tests" layout="report" beside={<LessonLink lessonId={lessonId} />}>
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : runner.error} />
      {banner ? <Banner kind={banner.kind}>{banner.text}</Banner> : null}
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data ? (
        <>
          <TestsToolbar
            runner={runner}
            count={tests.length}
            onRun={(isSideBySide) => runner.start(tests, isSideBySide)}
            search={search}
            onSearch={setSearch}
          />
          <TestsTable tests={tests} progress={runner.progress} search={search} onSearch={setSearch} />
          {shown ? (
            <TestView
              tests={tests}
              test={shown}
              language={lesson.data?.language ?? null}
              isReadOnly={!lesson.data || !mayEdit(user, lesson.data)}
              isRunning={runner.progress?.running.has(shown.id) === true}
              onRun={(test) => runner.start([test], false)}
              onShow={(test) => {
                const { test: _shown, ...rest } = search;
                setSearch(test ? { ...rest, test: test.id } : rest);
              }}
            />
          ) : null}
        </>
      ) : null}
    </Page>
  );
}
