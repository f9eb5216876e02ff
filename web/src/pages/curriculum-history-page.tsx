import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { canEditCurriculum } from '#contract/curricula.policy.ts';
import { COURSES, PATHS } from '#web/features/curricula/kinds.ts';
import { useCurriculum } from '#web/features/curricula/use-curriculum-events.ts';
import { parseHistorySearch } from '#web/features/history/history-search.ts';
import { HistoryView } from '#web/features/history/history-view.tsx';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { LinkButton } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';

/** `/course/{courseId}/history` and `/track/{trackId}/history`: the versions of a course or path. */
export default function CurriculumHistoryPage() {
  const { courseId, trackId } = useParams({ strict: false });
  return courseId === undefined ? <PathHistory id={trackId ?? 0} /> : <CourseHistory id={courseId} />;
}

function CourseHistory({ id }: { id: number }) {
  const course = useCurriculum(COURSES, id, () => false);
  return (
    <History
      kind="course"
      id={id}
      item={course.data}
      back={
        <LinkButton to="/course/$courseId" params={{ courseId: id }} size="compact-sm" variant="subtle">
          {course.data?.name ?? 'Course'}
        </LinkButton>
      }
    />
  );
}

function PathHistory({ id }: { id: number }) {
  const path = useCurriculum(PATHS, id, () => false);
  return (
    <History
      kind="path"
      id={id}
      item={path.data}
      back={
        <LinkButton to="/track/$trackId" params={{ trackId: id }} size="compact-sm" variant="subtle">
          {path.data?.name ?? 'Path'}
        </LinkButton>
      }
    />
  );
}

interface HistoryProps {
  kind: 'course' | 'path';
  id: number;
  item: { is_main: boolean } | undefined;
  back: React.ReactNode;
}

function History({ kind, id, item, back }: HistoryProps) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const search = parseHistorySearch(useSearch({ strict: false }));
  const { pathname } = useLocation();
  return (
    <Page title={kind === 'course' ? 'Course History' : 'Path History'} beside={back}>
      <HistoryView
        owner={{ kind, id }}
        search={search}
        onSearch={(next) => void navigate({ to: pathname, search: next as never, replace: true })}
        isReadOnly={!item || !canEditCurriculum(user, item)}
      />
    </Page>
  );
}
