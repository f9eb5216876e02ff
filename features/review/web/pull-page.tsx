import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, useState, type ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { MESSAGES as PREFLIGHT } from '#features/preflight/web/messages.ts';
import { findingCountsQuery } from '#features/preflight/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { HeldReleaseBanner } from '#features/sync/web/release-banner.tsx';
import { ApiError } from '#platform/contract/client.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { curriculumName } from '../changed-curriculum.policy.ts';
import type { PullRequest } from '../contract/pull-requests.ts';
import { curriculumPlace } from '../curriculum-place.policy.ts';
import { changedLessonName } from '../rules/lesson-name.ts';
import { nextPullStep } from '../rules/next-pull-step.ts';
import { type DiffPlace, headOf, pathOf, pullCommentsQuery, reviewPeopleQuery, usePullEvents, useRefreshAtHead } from './api.ts';
import { ChangedLessons } from './changed-lessons.tsx';
import { Checks, isMergeable } from './checks.tsx';
import { CommitsList } from './commits-list.tsx';
import { LessonDiff } from './lesson-diff.tsx';
import { MESSAGES } from './messages.ts';
import { Obstacles } from './obstacles.tsx';
import { PullActions } from './pull-actions.tsx';
import { pullQuery } from './pull-query.ts';
import { placeOf } from './pull-search.ts';
import { ReviewForm } from './review-form.tsx';
import { Reviewers } from './reviewers.tsx';
import { ReviewsThread } from './reviews-thread.tsx';
import { RunTests } from './run-tests.tsx';
import { SendForm } from './send-form.tsx';
import { ReviewStatusBadge } from './status-badge.tsx';
import classes from './pull-requests.module.css';

const route = getRouteApi('/signed-in/shell/releases/$releaseId/pull');

/** Milliseconds between refetches: while saves are being pushed, while comments or tests block the merge, and for users without live events. */
const LOOK_MS = { unpushed: 3_000, openComments: 10_000, external: 30_000 } as const;

interface PullPageProps {
  /** Stands above the changes of a lesson while the pull request is open. */
  LessonNote: ComponentType<{ lessonId: number }>;
}

/** `/releases/{releaseId}/pull`: the pull request of a release. */
export function PullPage({ LessonNote }: PullPageProps) {
  const { releaseId } = route.useParams();
  const navigate = route.useNavigate();
  const isStaff = !useCurrentUser().external;
  const pull = useQuery({
    ...pullQuery(releaseId),
    refetchInterval: ({ state }) => refetchInterval(state.data, isStaff),
  });
  const releases = useQuery({ ...releasesQuery, enabled: isStaff });
  usePullEvents(releaseId, isStaff);
  // Beside the changes.
  const isReady = useFirstReplies([pullCommentsQuery(releaseId), { ...releasesQuery, enabled: isStaff }]);
  const [isSending, setSending] = useState(false);
  const canSend = isStaff && (pull.data === null || (isSending && pull.data?.state === 'merged'));
  const release = releases.data?.find(({ id }) => id === releaseId);
  if (pull.data && !canSend && isReady)
    return <LoadedPull pull={pull.data} isStaff={isStaff} release={release} onSend={() => setSending(true)} LessonNote={LessonNote} />;
  if (pull.error instanceof ApiError && pull.error.status === 404) return <NotFoundPage />;
  const name = release?.name ?? '';
  return (
    <Page title={titleWithout(canSend, name)} layout={canSend ? 'form' : 'detail'} actions={isStaff ? <ReleasesLink /> : null}>
      {pull.isError ? <ErrorBanner text={errorText(pull.error, MESSAGES.loadFailed)} /> : null}
      {pull.isPending || (pull.data && !canSend) ? <TableSkeleton /> : null}
      {canSend ? (
        <SendForm releaseId={releaseId} releaseName={name} onSent={({ id }) => void navigate({ params: { releaseId: id }, search: {} })} />
      ) : null}
      {pull.data === null && !isStaff ? <EmptyState text={MESSAGES.noneToLook} /> : null}
    </Page>
  );
}

function refetchInterval(pull: PullRequest | null | undefined, isStaff: boolean): number | false {
  if ((pull?.unpushed ?? 0) > 0) return LOOK_MS.unpushed;
  const preflight = pull?.gate?.preflight;
  const openFindings = preflight ? preflight.deploy_errors + preflight.unchecked + (preflight.is_required ? preflight.errors : 0) : 0;
  if ((pull?.gate?.open_comments.length ?? 0) + (pull?.gate?.failing_tests.length ?? 0) + openFindings > 0) return LOOK_MS.openComments;
  return isStaff ? false : LOOK_MS.external;
}

/** The title while there is no pull request. */
function titleWithout(canSend: boolean, name: string): string {
  const title = canSend ? 'Send for review' : 'Pull request';
  if (name === '') return title;
  return canSend ? `Send ${name} for review` : `Pull request of ${name}`;
}

function ReleasesLink() {
  return (
    <LinkButton to="/releases" variant="subtle">
      Releases
    </LinkButton>
  );
}

interface LoadedPullProps extends PullPageProps {
  pull: PullRequest;
  isStaff: boolean;
  /** Absent while it is not known. */
  release: Release | undefined;
  onSend: () => void;
}

function LoadedPull({ pull, isStaff, release, onSend, LessonNote }: LoadedPullProps) {
  const isClosed = release?.is_closed === true;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [error, setError] = useState<string | null>(null);
  const counts = useQuery({ ...findingCountsQuery(pull.release_id), enabled: isStaff });
  const changed = new Set(pull.lessons.map(({ lesson_id }) => lesson_id));
  const errors = (counts.data ?? []).filter(({ id }) => changed.has(id)).reduce((sum, lesson) => sum + lesson.counts.error, 0);
  useRefreshAtHead(pull.release_id, headOf(pull));
  const comments = useQuery(pullCommentsQuery(pull.release_id));
  const pending = (comments.data ?? []).filter(({ is_pending }) => is_pending).length;
  const openThreads =
    (comments.data ?? []).filter(({ reply_to, resolved_by }) => reply_to === null && resolved_by === null).length - pending;
  const people = reviewPeopleQuery(pull, isStaff);
  const shown = placeOf(search) ?? firstPlace(pull);
  // One primary button at a time: this one, then Merge.
  const next =
    pull.gate &&
    pull.state === 'open' &&
    nextPullStep({
      gate: pull.gate,
      isStaff,
      isOwn: pull.is_own,
      isMergeable: isMergeable(pull),
      reviewers: pull.reviewers.length,
    });
  const lesson = shown && 'folder' in shown ? pull.lessons.find(({ folder }) => folder === shown.folder) : undefined;
  return (
    <Page
      title={pull.title}
      layout="detail"
      beside={
        <>
          <ReviewStatusBadge status={pull.status} />
          <span className={classes.by}>
            #{pull.number} · {pull.release_name} · opened by {pull.opened_by}
            {pull.merged_by === null ? '' : ` · merged by ${pull.merged_by}`}
          </span>
        </>
      }
      actions={
        <>
          {isStaff ? <ReleasesLink /> : null}
          <PullActions
            pull={pull}
            isStaff={isStaff}
            isClosed={isClosed}
            closes={release?.is_drafts === false}
            onSend={onSend}
            onError={setError}
            doubts={errors > 0 ? PREFLIGHT.mergeWithErrors(errors) : null}
          />
        </>
      }
    >
      <ErrorBanner text={error} />
      {isStaff && release ? <HeldReleaseBanner release={release} /> : null}
      <Obstacles pull={pull} isStaff={isStaff} isClosed={isClosed} />
      <div className={classes.layout}>
        <div className={classes.side}>
          {pull.gate ? (
            <Section title="Left to do">
              <Checks pull={pull} gate={pull.gate} openThreads={openThreads} />
              <div className={classes.buttons}>
                <RunTests pull={pull} isNext={next === 'tests'} />
                {isStaff ? (
                  <LinkButton
                    to="/releases/$releaseId/preflight"
                    params={{ releaseId: pull.release_id }}
                    variant={next === 'preflight' ? 'filled' : 'default'}
                    size="xs"
                  >
                    Preflight
                  </LinkButton>
                ) : null}
              </div>
            </Section>
          ) : null}
          <Section title="Reviews">
            <Reviewers pull={pull} isStaff={isStaff} isNext={next === 'ask'} />
            {isStaff && pull.state === 'open' ? (
              <ReviewForm pull={pull} pending={pending} people={people} isNext={next === 'approve'} />
            ) : null}
            <ReviewsThread pull={pull} people={people} />
          </Section>
          <Section title="Changes">
            <ChangedLessons pull={pull} shown={shown} search={search} />
          </Section>
          <Section title="Commits">
            <CommitsList
              commits={pull.commits}
              approved={pull.reviews.findLast(({ approval }) => approval === 'outdated')?.commit ?? null}
            />
          </Section>
        </div>
        {shown === undefined ? (
          <EmptyState text={MESSAGES.noLessons} />
        ) : (
          <LessonDiff
            key={pathOf(shown)}
            pull={pull}
            isStaff={isStaff}
            lesson={lesson}
            place={shown}
            title={<DiffTitle place={shown} pull={pull} lesson={lesson} />}
            above={lesson?.lesson_id && pull.state === 'open' ? <LessonNote lessonId={lesson.lesson_id} /> : null}
            isAsLines={search.view === 'lines'}
            onAsLines={(isAsLines) => {
              const { view: _view, ...rest } = search;
              void navigate({ search: isAsLines ? { ...rest, view: 'lines' } : rest, replace: true });
            }}
          />
        )}
      </div>
    </Page>
  );
}

/** What is shown first; undefined: nothing differs from main. */
function firstPlace({ lessons: [lesson], curricula: [curriculum], other_files }: PullRequest): DiffPlace | undefined {
  if (lesson) return { folder: lesson.folder };
  if (curriculum) return { curriculum: curriculumPlace(curriculum) };
  return other_files > 0 ? null : undefined;
}

interface DiffTitleProps {
  place: DiffPlace;
  pull: PullRequest;
  lesson: PullRequest['lessons'][number] | undefined;
}

function DiffTitle({ place, pull, lesson }: DiffTitleProps) {
  if (place === null) return 'Other files';
  if ('curriculum' in place) {
    const found = pull.curricula.find((each) => curriculumPlace(each) === place.curriculum);
    return found ? curriculumName(found) : place.curriculum;
  }
  if (!lesson) return place.folder;
  if (lesson.lesson_id === null) return changedLessonName(lesson);
  return (
    <Link to="/lesson/$lessonId" params={{ lessonId: lesson.lesson_id }}>
      {changedLessonName(lesson)}
    </Link>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {children}
    </section>
  );
}
