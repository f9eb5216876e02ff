import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mayEdit } from '#contract/lessons.policy.ts';
import { HistoryView } from '#web/features/history/history-view.tsx';
import { LessonLink } from '#web/features/lessons/lesson-link.tsx';
import { lessonQuery } from '#web/features/lessons/queries.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId/history');

/** `/lesson/{lessonId}/history`: the versions of a lesson, its screens and its files. */
export default function LessonHistoryPage() {
  const { lessonId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useCurrentUser();
  const lesson = useQuery(lessonQuery(lessonId));
  return (
    <Page title="Lesson History" beside={<LessonLink lessonId={lessonId} />}>
      <HistoryView
        owner={{ kind: 'lesson', id: lessonId }}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        isReadOnly={!lesson.data || !mayEdit(user, lesson.data)}
      />
    </Page>
  );
}
