import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { useOpenPull } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

/** Opens the pull request of a release. */
export function OpenForm({ releaseId, defaultTitle }: { releaseId: number; defaultTitle: string }) {
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const open = useOpenPull(releaseId);
  return (
    <form
      className={classes.form}
      aria-label="Open pull request"
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate({ ...(title.trim() === '' ? {} : { title: title.trim() }), ...(body.trim() === '' ? {} : { body }) });
      }}
    >
      <Text size="sm">{MESSAGES.none}</Text>
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
      <div>
        <Button type="submit" loading={open.isPending}>
          Open pull request
        </Button>
      </div>
    </form>
  );
}
