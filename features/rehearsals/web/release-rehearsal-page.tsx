import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { ApiError } from '#platform/contract/client.ts';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGES, LANGUAGE_NAMES } from '#platform/contract/languages.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Rehearsal } from '../contract.ts';
import { isRehearsing } from '../rehearsals.policy.ts';
import { useRehearsalWork } from './api.ts';
import { BreakGroups } from './break-groups.tsx';
import { CandidateForm } from './candidate-form.tsx';
import { MESSAGES } from './messages.ts';
import { rehearsalQuery } from './queries.ts';
import { candidateText, countDiffering, countGreen } from './rehearsal-rules.ts';
import { RehearsedLessons } from './rehearsed-lessons.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import layout from '#platform/web/ui/layout.module.css';

const route = getRouteApi('/signed-in/shell/releases/$releaseId/rehearsal');

/** `/releases/{releaseId}/rehearsal`: what an upgrade of packages would break. */
export default function ReleaseRehearsalPage() {
  const { releaseId } = route.useParams();
  const releases = useQuery(releasesQuery);
  const loaded = useQuery(rehearsalQuery(releaseId));
  const { start, stop, goOn } = useRehearsalWork(releaseId);
  const release = releases.data?.find(({ id }) => id === releaseId);

  if (loaded.error instanceof ApiError && loaded.error.status === 404) return <NotFoundPage />;
  const offered = loaded.data;
  const rehearsal = offered?.rehearsal ?? null;
  const isRunning = rehearsal !== null && isRehearsing(rehearsal);
  const failure = stop.isError
    ? failureText(stop.error, MESSAGES.stopFailed)
    : goOn.isError
      ? failureText(goOn.error, MESSAGES.continueFailed)
      : null;
  return (
    <Page
      title={release ? `Upgrade rehearsal of ${release.name}` : 'Upgrade rehearsal'}
      layout="report"
      actions={
        <LinkButton to="/releases" variant="subtle">
          Releases
        </LinkButton>
      }
    >
      <ErrorBanner
        text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : failure}
        actions={
          loaded.isError ? (
            <Button size="xs" variant="default" onClick={() => void loaded.refetch()}>
              Try again
            </Button>
          ) : null
        }
      />
      {loaded.isPending ? <TableSkeleton rows={6} /> : null}
      {offered && !isRunning ? (
        <>
          <Text size="sm" c="dimmed">
            {MESSAGES.explained}
          </Text>
          {offered.not_imported > 0 ? <Banner kind="info">{MESSAGES.notImported(offered.not_imported)}</Banner> : null}
          {offered.packages.length === 0 && offered.interpreters.length === 0 ? (
            <Banner kind="info">{MESSAGES.nothingToTry}</Banner>
          ) : (
            <CandidateForm
              key={releaseId}
              offered={offered}
              isBusy={start.isPending}
              error={start.isError ? failureText(start.error, MESSAGES.startFailed) : null}
              onStart={start.mutate}
            />
          )}
        </>
      ) : null}
      {rehearsal && isRunning ? (
        <ProgressPanel
          operation={{
            isRunning,
            progress: {
              doing: rehearsal.is_installing ? 'Installing packages' : rehearsal.total === 0 ? 'Looking at the lessons' : 'Running screens',
              done: rehearsal.done,
              total: rehearsal.is_installing || rehearsal.total === 0 ? null : rehearsal.total,
            },
            startedAt: Date.parse(rehearsal.started_at),
            isStopping: stop.isPending,
            stop: () => stop.mutate(rehearsal.id),
          }}
          what="Waiting for a free runner"
        />
      ) : null}
      {rehearsal ? <Results rehearsal={rehearsal} isContinuing={goOn.isPending} onContinue={() => goOn.mutate(rehearsal.id)} /> : null}
    </Page>
  );
}

interface ResultsProps {
  rehearsal: Rehearsal;
  isContinuing: boolean;
  onContinue: () => void;
}

function Results({ rehearsal, isContinuing, onContinue }: ResultsProps) {
  const [isUpgrading, setUpgrading] = useState(false);
  const { id, state, error, done, total, groups, lessons, candidate, started_at, started_by } = rehearsal;
  const { green, minor } = countGreen(rehearsal);
  const isRunning = isRehearsing(rehearsal);
  const isLeft = state === 'stopped' || state === 'failed';
  const tried = candidateText(
    candidate,
    (language) => LANGUAGE_NAMES.flatMap((name) => (name === language ? [LANGUAGES[name].label] : []))[0] ?? language,
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        Tried: {tried}
        {started_by === null ? '' : `, by ${started_by}`}, <RelativeTime at={started_at} />
      </Text>
      {isLeft ? (
        <Banner
          kind={state === 'failed' ? 'error' : 'info'}
          actions={
            <Button size="xs" variant="default" loading={isContinuing} onClick={onContinue}>
              Continue
            </Button>
          }
        >
          {state === 'failed' ? MESSAGES.failed(error ?? '') : MESSAGES.stopped(done, total)}
        </Banner>
      ) : null}
      {state === 'done' ? (
        <Banner kind={groups.length === 0 ? 'success' : 'warning'}>
          {groups.length === 0 ? MESSAGES.allSame(total) : MESSAGES.differs(countDiffering(rehearsal), groups.length, total)}
        </Banner>
      ) : null}
      {isRunning || total === 0 ? null : (
        <div className={layout.toolbar}>
          <Button disabled={green + minor === 0} onClick={() => setUpgrading(true)}>
            Upgrade {counted(green, 'lesson')}…
          </Button>
          <span className={layout.dimmed}>{MESSAGES.canRelease(green)}</span>
        </div>
      )}
      <BreakGroups rehearsalId={id} groups={groups} />
      {lessons.length > 0 ? <RehearsedLessons lessons={lessons} /> : null}
      {isUpgrading ? <UpgradeDialog rehearsalId={id} green={green} minor={minor} onClose={() => setUpgrading(false)} /> : null}
    </>
  );
}
