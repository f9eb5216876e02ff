import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { CurriculumSummary } from '#features/curricula/contract/curricula.ts';
import { canEditCurriculum } from '#features/curricula/curricula.policy.ts';
import { COURSES, type CurriculumKind, PATHS } from '#features/curricula/web/kinds.ts';
import { useCurriculum, type WithCommit } from '#features/curricula/web/use-curriculum-events.ts';
import { parseHistorySearch } from '#features/history/web/history-search.ts';
import { HistoryView } from '#features/history/web/history-view.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';

/** `/course/{courseId}/history` and `/track/{trackId}/history`: the versions of a course or path. */
export default function CurriculumHistoryPage() {
  const { courseId, trackId } = useParams({ strict: false });
  return courseId === undefined ? (
    <History key="path" kind={PATHS} id={trackId ?? 0} />
  ) : (
    <History key="course" kind={COURSES} id={courseId} />
  );
}

function History<S extends CurriculumSummary, I extends S & WithCommit, F extends object>({
  kind,
  id,
}: {
  kind: CurriculumKind<S, I, F>;
  id: number;
}) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const search = parseHistorySearch(useSearch({ strict: false }));
  const { pathname } = useLocation();
  const { data: item } = useCurriculum(kind, id, () => false);
  return (
    <Page
      title={`${kind.title} History`}
      layout="report"
      beside={
        <LinkButton to={kind.address(id)} size="compact-sm" variant="subtle">
          {item?.name ?? kind.title}
        </LinkButton>
      }
    >
      <HistoryView
        owner={{ kind: kind.noun, id }}
        search={search}
        onSearch={(next) => void navigate({ to: pathname, search: next as never, replace: true })}
        isReadOnly={!item || !canEditCurriculum(user, item)}
      />
    </Page>
  );
}
