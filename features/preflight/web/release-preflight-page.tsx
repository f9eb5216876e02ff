import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { useReleasePages } from '#features/releases/web/release-pages.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { Findings } from './findings.tsx';
import { LinkCheck } from './link-check.tsx';
import { MESSAGES } from './messages.ts';
import { preflightQuery } from './queries.ts';

const route = getRouteApi('/signed-in/shell/releases/$releaseId/preflight');

/** `/releases/{releaseId}/preflight`: what is wrong with the lessons of a release. */
export default function ReleasePreflightPage() {
  const { releaseId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const releases = useQuery(releasesQuery);
  const query = preflightQuery({ release: releaseId });
  const loaded = useQuery(query);
  const { run, ...operation } = useOperation();
  const [failure, setFailure] = useState<string | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const otherPages = useReleasePages().filter(({ to }) => to !== '/releases/$releaseId/preflight');
  const release = releases.data?.find(({ id }) => id === releaseId);
  const unchecked = loaded.data?.lessons.filter(({ is_checked, is_shallow }) => !is_checked && !is_shallow).length ?? 0;

  async function check() {
    setFailure(null);
    try {
      const found = await run(({ operationId }) =>
        api.runReleasePreflight({ params: { id: releaseId }, body: { operation_id: operationId } }),
      );
      client.setQueryData(query.queryKey, found);
    } catch (error) {
      setFailure(errorText(error, MESSAGES.runFailed));
      await loaded.refetch();
    }
    setEnded(true);
  }
  // The first time that a release is opened; after Stop, only on request.
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => void check());
  useEffect(() => {
    if (unchecked === 0 || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, [unchecked]);

  if (loaded.error instanceof ApiError && loaded.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={release ? `Preflight of ${release.name}` : 'Preflight'}
      layout="report"
      isNarrow
      actions={
        <>
          {otherPages.map(({ to, name }) => (
            <LinkButton key={to} to={to} params={{ releaseId }} variant="subtle">
              {name}
            </LinkButton>
          ))}
          <LinkButton to="/releases" variant="subtle">
            Releases
          </LinkButton>
        </>
      }
    >
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : null} onRetry={() => void loaded.refetch()} />
      <ErrorBanner text={failure} />
      <ProgressPanel operation={operation} what="Looking at the lessons" />
      {unchecked > 0 && !operation.isRunning && hasEnded ? (
        <Banner
          kind="warning"
          actions={
            <Button size="xs" variant="default" onClick={() => void check()}>
              Check now
            </Button>
          }
        >
          {MESSAGES.unchecked(unchecked)}
        </Banner>
      ) : null}
      {loaded.data && unchecked === 0 ? <LinkCheck scope={{ release: releaseId }} links={loaded.data.links} /> : null}
      {loaded.data ? (
        <Findings
          preflight={loaded.data}
          isReadOnly={release?.is_main === true}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true })}
        />
      ) : loaded.isPending ? (
        <TableSkeleton rows={6} />
      ) : null}
    </Page>
  );
}
