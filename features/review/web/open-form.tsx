import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { releaseChangesQuery, useOpenPull } from './api.ts';
import { MESSAGES } from './messages.ts';
import { hasChanges, hasChangesBeside, IncludedChanges, NotIncluded } from './release-changes.tsx';
import classes from './pull-requests.module.css';

/** Milliseconds between refetches while saves are being pushed. */
const LOOK_MS = 3_000;

interface OpenFormProps {
  releaseId: number;
  defaultTitle: string;
  /** The lessons that it was asked for; absent: the whole release. */
  chosen?: readonly { readonly id: number }[];
  /** The pull request was opened. */
  onOpened?: () => void;
  /** Absent: there is nothing to go back to. */
  onCancel?: () => void;
}

/** Sends a release for review: names what goes, and opens its pull request. */
export function OpenForm({ releaseId, defaultTitle, chosen, onOpened, onCancel }: OpenFormProps) {
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const open = useOpenPull(releaseId);
  const changes = useQuery({
    ...releaseChangesQuery(releaseId),
    refetchInterval: ({ state }) => ((state.data?.unpushed ?? 0) > 0 ? LOOK_MS : false),
  });
  if (changes.isError) return <ErrorBanner text={errorText(changes.error, MESSAGES.changesFailed)} />;
  if (!changes.data) return <TableSkeleton />;
  if (!hasChanges(changes.data) && changes.data.unpushed === 0) return <EmptyState text={MESSAGES.nothingToSend} />;
  const hasOthers = chosen !== undefined && hasChangesBeside(changes.data, chosen);
  return (
    <form
      className={classes.form}
      aria-label="Send for review"
      onSubmit={(event) => {
        event.preventDefault();
        const texts = { ...(title.trim() === '' ? {} : { title: title.trim() }), ...(body.trim() === '' ? {} : { body }) };
        void open.mutateAsync(texts).then(onOpened, () => undefined);
      }}
    >
      <section aria-label="Included" className={classes.section}>
        <h2 className={classes.sectionTitle}>Included</h2>
        {hasOthers ? <Text size="sm">{MESSAGES.wholeRelease(defaultTitle)}</Text> : null}
        <IncludedChanges changes={changes.data} />
      </section>
      <NotIncluded changes={changes.data} />
      <TextInput
        label="Title"
        placeholder={defaultTitle}
        maxLength={300}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Description"
        description="Markdown"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={100_000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <ErrorBanner text={open.isError ? errorText(open.error, MESSAGES.openFailed) : null} />
      <div className={classes.buttons}>
        <Button type="submit" loading={open.isPending}>
          Send for review
        </Button>
        {onCancel ? (
          <Button variant="default" disabled={open.isPending} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
