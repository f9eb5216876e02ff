import { Badge, Button, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Session } from '../../contract/sessions.ts';
import { SECURITY_MESSAGES as MESSAGES } from './security-messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.listSessions(undefined, { signal }),
  staleTime: 0,
});

/** Where the user is signed in, with a button to end each other session, and one for all of them. */
export function SessionsTable() {
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? api.endOtherSessions() : api.endSession({ params: { id } })),
    onSuccess: (left) => client.setQueryData(sessionsQuery.queryKey, left),
  });
  if (sessions.isPending) return null;
  if (sessions.isError) return <ErrorBanner text={errorText(sessions.error, MESSAGES.sessionsFailed)} />;
  const hasOthers = sessions.data.some(({ is_current }) => !is_current);
  return (
    <div className={layout.stack}>
      <Text size="sm" c="dimmed">
        {MESSAGES.sessions}
      </Text>
      {end.isError ? <ErrorBanner text={errorText(end.error, MESSAGES.endFailed)} /> : null}
      <ul className={layout.plainList} aria-label="Sessions">
        {sessions.data.map((session) => (
          <li key={session.id} className={classes.factor}>
            <span className={layout.ellipsisGrow}>{nameOf(session)}</span>
            {session.is_current ? <Badge color="success">This session</Badge> : null}
            <Text size="sm" c="dimmed" component="span">
              {session.address === null ? null : `${session.address} · `}
              <RelativeTime at={session.last_used} />
            </Text>
            {session.is_current ? null : (
              <Button
                size="xs"
                variant="danger"
                loading={end.isPending && end.variables === session.id}
                aria-label={`Sign out of ${nameOf(session)}`}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <Button variant="default" loading={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            Sign out everywhere else
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function nameOf({ browser }: Session): string {
  return browser ?? MESSAGES.unknownBrowser;
}
