import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { lessonCommentsQuery, useCommentEvents } from './api.ts';
import { filtersOf, searchOf } from './filter-comments.ts';
import { LessonComments } from './lesson-comments.tsx';
import { MESSAGES } from './messages.ts';

/** `/lesson/{lessonId}/comments`: the comments of the lesson that are not archived. */
export default function LessonCommentsPage() {
  const { lessonId } = useParams({ from: '/signed-in/shell/lesson/$lessonId/comments' });
  const search = useSearch({ from: '/signed-in/shell/lesson/$lessonId/comments' });
  const navigate = useNavigate({ from: '/lesson/$lessonId/comments' });
  const screens = useQuery(screenNamesQuery(lessonId));
  const loaded = useQuery(lessonCommentsQuery(lessonId));
  useCommentEvents(lessonId);

  const nameOf = (screenId: number, sequence: number) => {
    const screen = screens.data?.find(({ id }) => id === screenId);
    return screenLabel(screen ?? { sequence, title: '' });
  };
  return (
    <Page title="Lesson Comments" layout="report" isNarrow beside={<LessonLink lessonId={lessonId} />}>
      {loaded.isError ? <ErrorBanner text={errorText(loaded.error, MESSAGES.loadFailed)} onRetry={() => void loaded.refetch()} /> : null}
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data ? (
        <LessonComments
          lessonId={lessonId}
          comments={loaded.data}
          passages={{ nameOf: (field) => fieldLabel(field, 'text') }}
          filters={filtersOf(search)}
          onFilters={(filters) => void navigate({ to: '.', search: searchOf(filters), replace: true })}
          screenName={nameOf}
        />
      ) : null}
    </Page>
  );
}
