import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { Delayed } from '#platform/web/ui/delayed.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ApplicationSession } from '../../contract/applications.ts';
import { sessionQuery, useEndSession } from './api.ts';
import { ForeignFrame } from './foreign-frame.tsx';
import { APPLICATION_MESSAGES as MESSAGES } from './messages.ts';
import classes from './applications.module.css';

export interface ApplicationPanelProps {
  lessonId: number;
  /** Address of the application that the last run started; null: none, or still running. */
  externalIp: string | null;
}

/** The session of a stateful lesson: ports, the running application, and End session. */
export function ApplicationPanel({ lessonId, externalIp }: ApplicationPanelProps) {
  const client = useQueryClient();
  const { data: session, error, isPending } = useQuery(sessionQuery(lessonId));
  const [chosen, setChosen] = useState<number | null>(null);
  const [shown, setShown] = useState({ externalIp, count: 0 });
  if (shown.externalIp !== externalIp) {
    // A run started or ended: refetch the ports and reload the frame.
    setShown({ externalIp, count: shown.count + 1 });
    void client.invalidateQueries({ queryKey: sessionQuery(lessonId).queryKey });
  }
  if (isPending) {
    return (
      <Delayed>
        <Text size="sm" c="dimmed" p="sm" role="status">
          Loading the session…
        </Text>
      </Delayed>
    );
  }
  const ports = session?.ports ?? [];
  const up = ports.filter((port) => port.is_up);
  const port = up.find((each) => each.port === chosen) ?? up.find((each) => each.url === externalIp) ?? up[0] ?? null;
  return (
    <div className={classes.panel}>
      <ErrorBanner text={error && errorText(error, MESSAGES.notFetched)} />
      {session ? (
        <SessionBar
          session={session}
          shownPort={port?.port ?? null}
          onShow={setChosen}
          onReload={() => setShown({ externalIp, count: shown.count + 1 })}
        />
      ) : (
        error === null && <EmptyState text={MESSAGES.noSession} />
      )}
      {session && port === null && <EmptyState text={ports.length === 0 ? MESSAGES.noPorts : MESSAGES.noApplication} />}
      {port && (
        <ForeignFrame
          key={`${port.url} ${shown.count}`}
          title={`Application on port ${port.port}`}
          url={port.url}
          waiting={MESSAGES.applicationOpening}
        />
      )}
    </div>
  );
}

interface SessionBarProps {
  session: ApplicationSession;
  shownPort: number | null;
  onShow: (port: number) => void;
  onReload: () => void;
}

function SessionBar({ session, shownPort, onShow, onReload }: SessionBarProps) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndSession(session.lesson_id);
  return (
    <div className={classes.bar}>
      <ul className={classes.ports} aria-label="Application ports">
        {session.ports.map(({ port, url, is_up }) => (
          <li key={port} data-up={is_up}>
            {is_up && port !== shownPort ? (
              <Button size="compact-xs" variant="subtle" onClick={() => onShow(port)} aria-label={`Show port ${port}`}>
                {port}
              </Button>
            ) : (
              <strong>{port}</strong>
            )}
            <span>{is_up ? 'running' : 'not running'}</span>
            {is_up && (
              <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Open port ${port} in a new tab`}>
                Open <IconExternalLink size={13} aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ul>
      <span className={classes.times}>
        Session open since <RelativeTime at={session.started_at} />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        disabled={shownPort === null}
        onClick={onReload}
      >
        Reload
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        End session
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={MESSAGES.endTitle}
        text={MESSAGES.endText}
        confirmLabel="End session"
        isDanger
        isBusy={end.isPending}
        error={end.error && errorText(end.error, MESSAGES.notEnded)}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
