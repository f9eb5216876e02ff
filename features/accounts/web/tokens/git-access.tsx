import { Code, CopyButton, Button, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { MESSAGES } from './messages.ts';
import classes from '../accounts.module.css';

const partsQuery = queryOptions({ queryKey: ['ready'], queryFn: ({ signal }) => api.getReady(undefined, { signal }), staleTime: 60_000 });

/** How staff can access the content repository with Git. */
export function GitAccess() {
  const parts = useQuery(partsQuery);
  if (!parts.data?.code_host) return null;
  const { kind, name } = parts.data.code_host;
  if (kind !== 'local') {
    return (
      <Text size="sm" c="dimmed">
        {MESSAGES.gitElsewhere(name)}
      </Text>
    );
  }
  const command = `git clone ${location.origin}/git/content.git`;
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.git}
      </Text>
      <div className={classes.command}>
        <Code>{command}</Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </>
  );
}
