import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { HistoryView } from './history-view.tsx';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId/history');

/** `/lesson/{lessonId}/history`: the versions of a lesson, its screens and its files. */
export default function LessonHistoryPage() {
  const { lessonId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useCurrentUser();
  const lesson = useQuery(lessonQuery(lessonId));
  return (
    <Page title="Lesson History" layout="report" beside={<LessonLink lessonId={lessonId} />}>
      <HistoryView
        owner={{ kind: 'lesson', id: lessonId }}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        isReadOnly={!lesson.data || !mayEdit(user, lesson.data)}
      />
    </Page>
  );
}
