import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import { datasetUsesQuery } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './datasets.module.css';

/** Lessons that are listed at first. */
const SHOWN = 20;
const HASH_LENGTH = 8;

/** The lessons that use a dataset, with a note where they use an earlier version. */
export function DatasetUses({ datasetId }: { datasetId: number }) {
  const uses = useQuery(datasetUsesQuery(datasetId));
  const [isWhole, setWhole] = useState(false);
  if (uses.isError) return <ErrorBanner text={errorText(uses.error, MESSAGES.usesFailed)} />;
  if (!uses.data) return null;
  if (uses.data.length === 0) return <p className={layout.dimmed}>{MESSAGES.noUses}</p>;
  const shown = isWhole ? uses.data : uses.data.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.uses}>
        {shown.map(({ id, sequence, title, release_name, hash, is_latest }) => (
          <li key={`${id} ${hash}`}>
            <Anchor component={Link} to={`/lesson/${id}`} preload={false} size="sm" underline="always">
              Lesson {sequence}
              {title === '' ? null : ` · ${title}`}
            </Anchor>{' '}
            <span className={layout.dimmed}>{release_name}</span>
            {is_latest ? null : <span className={classes.earlier}>{MESSAGES.earlier(hash.slice(0, HASH_LENGTH))}</span>}
          </li>
        ))}
      </ul>
      {shown.length < uses.data.length ? (
        <div>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            Show all {uses.data.length} lessons
          </Button>
        </div>
      ) : null}
    </>
  );
}
