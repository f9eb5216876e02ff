import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Version } from '../contract/history.ts';
import { MESSAGES } from './messages.ts';
import { earlierCommitsQuery, type Owner } from './queries.ts';
import classes from './history.module.css';

interface EarlierCommitsProps {
  owner: Owner;
  oldest: Version | undefined;
  chosen: string | undefined;
  onChoose: (sha: string) => void;
}

/** The commits from before the first version; requested when they are wanted, because git has to look through its history. */
export function EarlierCommits({ owner, oldest, chosen, onChoose }: EarlierCommitsProps) {
  const [isOpen, setOpen] = useState(chosen !== undefined);
  const commits = useQuery({ ...earlierCommitsQuery(owner), enabled: isOpen });
  if (oldest?.cause !== 'before' && oldest?.cause !== 'import' && oldest?.cause !== 'merge') return null;
  return (
    <div className={classes.earlier}>
      {oldest.cause === 'before' ? <p className={classes.note}>{MESSAGES.before}</p> : null}
      {isOpen ? null : (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Show earlier commits
        </Button>
      )}
      <ErrorBanner text={commits.isError ? errorText(commits.error, MESSAGES.loadFailed) : null} />
      {commits.data?.length === 0 ? <p className={classes.note}>There are no earlier commits.</p> : null}
      {(commits.data ?? []).map(({ sha, subject, author, date }) => (
        <button
          key={sha}
          type="button"
          className={classes.version}
          aria-current={sha === chosen || undefined}
          onClick={() => onChoose(sha)}
        >
          <span className={classes.who}>
            <strong>{author}</strong> <RelativeTime at={date} />
          </span>
          <span className={classes.what}>{subject}</span>
          <span className={classes.badges}>
            <code>{sha.slice(0, 7)}</code>
          </span>
        </button>
      ))}
    </div>
  );
}
