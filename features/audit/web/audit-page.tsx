import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api as contract } from '#app/contract/api.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { downloadFile } from '#platform/web/download.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { auditQuery } from './api.ts';
import { AuditEntry } from './audit-entry.tsx';
import { auditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import type { AuditSearch } from './audit-search.ts';
import { MESSAGES } from './messages.ts';
import classes from './audit.module.css';

const route = getRouteApi('/signed-in/shell/audit');

/** `/audit`: who did what, when and from where, newest first. */
export default function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const trail = useQuery(auditQuery(search));
  const { before, ...filter } = search;
  const go = (next: AuditSearch, replace: boolean) => void navigate({ to: '/audit', search: next, replace });
  const exporting = useMutation({
    mutationFn: () => downloadFile(routeUrl(contract.exportAudit, { query: auditFilter(filter) }), 'audit.csv'),
  });
  const next = trail.data?.next ?? null;
  return (
    <Page
      title="Audit trail"
      layout="report"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export as CSV
        </Button>
      }
    >
      <AuditFilters
        search={search}
        thingName={trail.isPlaceholderData ? null : (trail.data?.lines[0]?.subject ?? null)}
        onSearch={(changed) => go(changed, true)}
      />
      <ErrorBanner text={exporting.isError ? failureText(exporting.error, MESSAGES.exportFailed) : null} />
      <ErrorBanner text={trail.isError ? failureText(trail.error, MESSAGES.loadFailed) : null} onRetry={() => void trail.refetch()} />
      {trail.data ? (
        <>
          {trail.data.lines.length === 0 ? (
            <EmptyState text={MESSAGES.noMatch} />
          ) : (
            <ol className={classes.trail} aria-label="Audit trail">
              {trail.data.lines.map((line) => (
                <AuditEntry key={line.id} line={line} />
              ))}
            </ol>
          )}
          <div className={classes.pages}>
            {before === undefined ? null : (
              <Button size="compact-sm" variant="default" onClick={() => go(filter, false)}>
                Newest
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              disabled={next === null}
              onClick={() => next !== null && go({ ...filter, before: next }, false)}
            >
              Older
            </Button>
          </div>
        </>
      ) : trail.isPending ? (
        <TableSkeleton rows={12} />
      ) : null}
    </Page>
  );
}
