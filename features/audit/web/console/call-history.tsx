import { Button, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ConsoleCall } from '../../contract/console.ts';
import { callsQuery, useClearCalls } from './api.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../audit.module.css';

/** The user's calls, newest first; a click fills the form. */
export function CallHistory({ onUse }: { onUse: (call: ConsoleCall) => void }) {
  const calls = useQuery(callsQuery);
  const clearing = useClearCalls();
  return (
    <section aria-labelledby="console-history" className={classes.history}>
      <div className={classes.consoleLine}>
        <h2 id="console-history" className={classes.heading}>
          Your calls
        </h2>
        {calls.data?.length ? (
          <Button size="compact-xs" variant="default" loading={clearing.isPending} onClick={() => clearing.mutate()}>
            Clear
          </Button>
        ) : null}
      </div>
      <ErrorBanner text={calls.isError ? failureText(calls.error, MESSAGES.historyFailed) : null} />
      {calls.data?.length === 0 ? <p className={classes.note}>{MESSAGES.historyEmpty}</p> : null}
      <ul className={layout.plainList}>
        {calls.data?.map((call) => (
          <li key={call.id}>
            <UnstyledButton className={classes.call ?? ''} onClick={() => onUse(call)}>
              <span className={classes.method}>{call.method}</span>
              <span className={layout.ellipsis}>{call.path}</span>
              <span className={classes.note}>
                {call.status ?? 'no response'} · {call.took_ms} ms · <RelativeTime at={call.at} />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
