import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mayEdit } from '#contract/lessons.policy.ts';
import { LessonLink } from '#web/features/lessons/lesson-link.tsx';
import { lessonQuery } from '#web/features/lessons/queries.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { useSavedLesson } from '#web/features/preflight/api.ts';
import { preflightQuery } from '#web/features/preflight/queries.ts';
import { LinkCheck } from '#web/features/preflight/link-check.tsx';
import { Findings } from '#web/features/preflight/findings.tsx';
import { MESSAGES } from '#web/features/preflight/messages.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { Page } from '#web/ui/page.tsx';

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
    <Page title="Lesson Preflight" layout="narrow" beside={<LessonLink lessonId={lessonId} />}>
      <ErrorBanner
        text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : null}
        actions={
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            Try again
          </Button>
        }
      />
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
