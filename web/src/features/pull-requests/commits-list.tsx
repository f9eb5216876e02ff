import type { PullRequest } from '#contract/pull-requests.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

/** Where the page shows the commits. */
export const COMMITS_ID = 'commits';

/** The commits on the branch that are not in main. */
export function CommitsList({ commits }: { commits: PullRequest['commits'] }) {
  if (commits.length === 0) return <p className={classes.note}>{MESSAGES.noCommits}</p>;
  return (
    <ol id={COMMITS_ID} className={classes.commits}>
      {commits.map(({ sha, subject, author, at }) => (
        <li key={sha}>
          <span className={classes.subject}>{subject}</span>
          <span className={classes.by}>
            <code>{sha.slice(0, 8)}</code> {author}, <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
