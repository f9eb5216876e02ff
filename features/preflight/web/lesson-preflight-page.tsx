import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useSavedLesson } from './api.ts';
import { Findings } from './findings.tsx';
import { LinkCheck } from './link-check.tsx';
import { MESSAGES } from './messages.ts';
import { preflightQuery } from './queries.ts';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId/preflight');

/** `/lesson/{lessonId}/preflight`: what is wrong with one lesson. */
export default function LessonPreflightPage() {
  const { lessonId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useCurrentUser();
  const lesson = useQuery(lessonQuery(lessonId));
  const loaded = useQuery(preflightQuery({ lesson: lessonId }));
  useSavedLesson(lessonId);
  return (
    <Page title="Lesson Preflight" layout="report" isNarrow beside={<LessonLink lessonId={lessonId} />}>
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : null} onRetry={() => void loaded.refetch()} />
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data ? <LinkCheck scope={{ lesson: lessonId }} links={loaded.data.links} /> : null}
      {loaded.data ? (
        <Findings
          preflight={loaded.data}
          isReadOnly={!lesson.data || !mayEdit(user, lesson.data)}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true })}
        />
      ) : null}
    </Page>
  );
}
