import { useQuery } from '@tanstack/react-query';
import { dayOf, STAGES } from '#features/planning/planning.policy.ts';
import { DueDate } from '#features/planning/web/due-date.tsx';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import { useNow } from '#platform/web/ui/use-now.ts';
import type { WorkItem } from '../contract.ts';
import { groupWork } from '../rules/work-items.ts';
import { MESSAGES } from './messages.ts';
import { workQuery } from './queries.ts';
import { ACTIONS, workText } from './work-text.ts';
import classes from './work.module.css';

/** Reviews and comments of others arrive without a reload. */
const REFRESH_MS = 60_000;

/** `/work`: what waits for the user, what is late first. */
export default function WorkPage() {
  const work = useQuery({ ...workQuery, refetchInterval: REFRESH_MS });
  const { late, waiting, lessons } = groupWork(work.data ?? [], dayOf(new Date(useNow())));
  return (
    <Page
      title="My work"
      layout="list"
      beside={work.data ? <span className={classes.summary}>{summaryOf(late.length, waiting.length)}</span> : null}
      actions={
        <>
          <LinkButton to="/" search={{ late: true }} variant="default">
            All late lessons
          </LinkButton>
          <LinkButton to="/" variant="default">
            Lessons
          </LinkButton>
        </>
      }
    >
      {work.isError ? <ErrorBanner text={errorText(work.error, MESSAGES.failed)} /> : null}
      {work.isPending ? <TableSkeleton /> : null}
      {work.data?.length === 0 ? (
        <div className={classes.nothing}>
          <p>{MESSAGES.nothing}</p>
          <LinkButton to="/" search={{ owner: 'none', unpublished: true }} variant="default">
            Find a lesson without an owner
          </LinkButton>
        </div>
      ) : null}
      <WorkList title="Late" items={late} />
      <WorkList title="Waiting for you" items={waiting} />
      <WorkList title="Your lessons" items={lessons} />
    </Page>
  );
}

function summaryOf(late: number, waiting: number): string {
  const parts = [...(late > 0 ? [`${late} late`] : []), ...(waiting > 0 ? [`${counted(waiting, 'thing')} waiting for you`] : [])];
  return parts.join(' · ');
}

function WorkList({ title, items }: { title: string; items: readonly WorkItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>
        {title} <span className={classes.count}>{items.length}</span>
      </h2>
      <ul className={classes.list}>
        {items.map((item) => (
          <WorkRow key={`${item.why} ${item.address} ${item.since}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function WorkRow({ item }: { item: WorkItem }) {
  const { why, title, release, excerpt, since, due, stage, address } = item;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.title}>
          <bdi>{title}</bdi> {release === '' || release === title ? null : <span className={classes.release}>{release}</span>}
        </span>
        <span className={classes.why}>
          {workText(item)}
          {stage === null ? null : ` · ${STAGES[stage]}`}
          {excerpt === null || excerpt === '' ? null : <span className={classes.excerpt}>“{excerpt}”</span>}
        </span>
      </div>
      <span className={classes.when}>
        {due === null ? null : (
          <>
            Due <DueDate work={{ due, stage, is_closed: false }} />
          </>
        )}
        {since === null ? null : <RelativeTime at={since} />}
      </span>
      <RowLink href={address} className={classes.action} aria-label={`${ACTIONS[why]}: ${title}`}>
        {ACTIONS[why]}
      </RowLink>
    </li>
  );
}
