import { Badge } from '@mantine/core';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

/** Where the page shows the commits. */
export const COMMITS_ID = 'commits';

interface CommitsListProps {
  /** Newest first. */
  commits: PullRequest['commits'];
  /** The commit of the last approval that is outdated; null: there is none. */
  approved: string | null;
}

/** The commits on the branch that are not in main. Those that came after an approval are marked. */
export function CommitsList({ commits, approved }: CommitsListProps) {
  const since = Math.max(
    0,
    commits.findIndex(({ sha }) => sha === approved),
  );
  if (commits.length === 0) return <p className={classes.note}>{MESSAGES.noCommits}</p>;
  return (
    // The keyboard scrolls it, too: nothing in it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol id={COMMITS_ID} className={classes.commits} tabIndex={0} aria-label="Commits">
      {commits.map(({ sha, subject, author, at }, index) => (
        <li key={sha}>
          <span className={classes.subject}>{subject}</span>
          <span className={classes.by}>
            <code>{sha.slice(0, 8)}</code> {author}, <RelativeTime at={at} />
            {index < since ? <Badge color="changed">{MESSAGES.sinceApproval}</Badge> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
