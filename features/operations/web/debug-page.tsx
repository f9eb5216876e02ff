import { useQuery } from '@tanstack/react-query';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { debugQuery, failuresQuery, storageQuery } from './api.ts';
import { ErrorsSection, FailuresSection, PartsSection, StorageSection, StoresSection, WorkSection } from './debug-sections.tsx';
import { HousekeepingSection } from './housekeeping-section.tsx';
import { MESSAGES, PART_NAMES } from './messages.ts';
import classes from './operations.module.css';

/** `/debug`: whether every part of the product works, and what it is doing. Refreshes itself. */
export default function DebugPage() {
  const state = useQuery(debugQuery);
  const failures = useQuery(failuresQuery);
  const storage = useQuery(storageQuery);
  const down = state.data?.parts.filter(({ up }) => !up) ?? [];
  return (
    <Page
      title="Debug"
      layout="report"
      beside={
        state.data ? (
          <span>
            as of <RelativeTime at={state.data.at} />
          </span>
        ) : null
      }
      actions={
        <>
          <LinkButton to="/audit" size="xs" variant="default">
            Audit trail
          </LinkButton>
          <LinkButton to="/console" size="xs" variant="default">
            API console
          </LinkButton>
        </>
      }
    >
      <ErrorBanner text={state.isError ? failureText(state.error, MESSAGES.loadFailed) : null} />
      {state.data ? (
        <>
          {down.length === 0 ? (
            <Banner kind="success">{MESSAGES.allUp}</Banner>
          ) : (
            <ErrorBanner text={`${down.map(({ name }) => PART_NAMES[name]).join(', ')}: down. See below for the reason and what to do.`} />
          )}
          {state.data.notices.map((text) => (
            <Banner key={text} kind="warning">
              {text}
            </Banner>
          ))}
          <div className={classes.columns}>
            <div className={classes.column}>
              <PartsSection parts={state.data.parts} />
              <StoresSection {...state.data} />
              <ErrorBanner text={storage.isError ? failureText(storage.error, MESSAGES.storageFailed) : null} />
              {storage.data ? <StorageSection {...storage.data} /> : null}
            </div>
            <div className={classes.column}>
              <WorkSection {...state.data} />
              <HousekeepingSection {...state.data} />
              <ErrorBanner text={failures.isError ? failureText(failures.error, MESSAGES.failuresFailed) : null} />
              {failures.data ? <FailuresSection failures={failures.data} /> : null}
              <ErrorsSection {...state.data} />
            </div>
          </div>
        </>
      ) : state.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
    </Page>
  );
}
