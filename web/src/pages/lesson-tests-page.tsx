import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { mayEdit } from '#contract/lessons.policy.ts';
import { lessonTestsQuery, useTestEvents } from '#web/features/screen-tests/api.ts';
import { MESSAGES } from '#web/features/screen-tests/messages.ts';
import { testsBanner } from '#web/features/screen-tests/test-rules.ts';
import { TestView } from '#web/features/screen-tests/test-view.tsx';
import { TestsTable } from '#web/features/screen-tests/tests-table.tsx';
import { TestsToolbar } from '#web/features/screen-tests/tests-toolbar.tsx';
import { useRunTests } from '#web/features/screen-tests/use-run-tests.ts';
import { LessonLink } from '#web/features/lessons/lesson-link.tsx';
import { errorText } from '#web/platform/error-text.ts';
import { lessonQuery } from '#web/features/lessons/queries.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { Page } from '#web/ui/page.tsx';

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
    <Page title="Lesson Tests" beside={<LessonLink lessonId={lessonId} />}>
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
