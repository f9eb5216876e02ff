import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { DebugState } from '../contract/debug.ts';
import { Section, Table } from './debug-sections.tsx';
import { MESSAGES } from './messages.ts';

/** A run that began before has ended with its server, in milliseconds. */
const RUNS_MAX_MS = 60 * 60_000;

/** When housekeeping last ran, what it removed, and a button for owners to run it now. */
export function HousekeepingSection({ at, housekeeping: { started_at, ended_at, steps } }: Pick<DebugState, 'at' | 'housekeeping'>) {
  const user = useCurrentUser();
  const start = useMutation({ mutationFn: () => api.runHousekeeping({ body: {} }) });
  const isRunning = started_at !== null && ended_at === null && Date.parse(at) - Date.parse(started_at) < RUNS_MAX_MS;
  const removed = steps.filter((step) => step.removed === null || Object.values(step.removed).some((count) => count > 0));
  return (
    <Section title="Housekeeping">
      {started_at === null ? <p>{MESSAGES.neverKept}</p> : null}
      {started_at !== null && ended_at === null ? (
        <p>
          Started <RelativeTime at={started_at} />. {isRunning ? MESSAGES.running : MESSAGES.cutOff}
        </p>
      ) : null}
      {ended_at === null ? null : (
        <p>
          Ended <RelativeTime at={ended_at} />. {removed.length === 0 ? MESSAGES.nothingRemoved : null}
        </p>
      )}
      {removed.length === 0 ? null : (
        <Table heads={['Step', 'Removed']} rows={removed.map(({ name, removed: counts }) => [name.replaceAll('_', ' '), textOf(counts)])} />
      )}
      <ErrorBanner text={start.isError ? failureText(start.error, MESSAGES.housekeepingFailed) : null} />
      {user.role === 'owner' ? (
        <Button size="xs" variant="default" w="fit-content" loading={start.isPending || isRunning} onClick={() => start.mutate()}>
          Run housekeeping now
        </Button>
      ) : null}
    </Section>
  );
}

function textOf(counts: Readonly<Record<string, number>> | null): string {
  if (counts === null) return 'failed, see the log';
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ');
}
