import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Banner } from '#platform/web/ui/banner.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { MESSAGES } from './messages.ts';
import { lessonProposalsQuery } from './queries.ts';
import { useAccepting } from './use-accepting.ts';

const loadDrawer = async () => ({ default: (await import('./proposals-drawer.tsx')).ProposalsDrawer });

/** Proposals arrive without a reload. */
const REFRESH_MS = 60_000;

interface WaitingProposalsProps {
  lessonId: number;
  /** Null: those for the whole lesson. */
  screenId: number | null;
  /** The proposal that is read first; null: they are closed. */
  opened: number | null;
  onOpen: (proposal: number | null) => void;
  /** Saves what the page holds. Absent: it holds nothing. */
  saveFirst?: () => Promise<boolean>;
}

/** The proposals for a screen or lesson, beside what they are about. Nothing if none waits. */
export function WaitingProposals({ lessonId, screenId, opened, onOpen, saveFirst }: WaitingProposalsProps) {
  const { data } = useQuery({ ...lessonProposalsQuery(lessonId), refetchInterval: REFRESH_MS });
  const accepting = useAccepting(saveFirst);
  const own = (data?.filter(({ screen_id }) => screenId === null || screen_id === screenId) ?? []).toSorted(
    (one, other) => Number(other.id === opened) - Number(one.id === opened),
  );
  // One that no longer applies leaves the list, but its reason is still to be read.
  const problems = [...accepting.problems].filter(([id]) => own.every((proposal) => proposal.id !== id));
  const isEmpty = own.length === 0 && problems.length === 0;
  const isDone = isEmpty && data !== undefined && opened !== null;
  // Otherwise the next proposal that arrives would open by itself.
  useEffect(() => {
    if (isDone) onOpen(null);
  });
  if (isEmpty) return null;
  return (
    <>
      {own.length === 0 ? null : (
        <Banner
          kind="info"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => onOpen(own[0]?.id ?? null)}>
              Show {own.length === 1 ? 'proposal' : 'proposals'}
            </Button>
          }
        >
          {MESSAGES.wait(own.length, screenId === null ? 'lesson' : 'screen')}
        </Banner>
      )}
      {opened === null ? null : <OnDemand load={loadDrawer} props={{ proposals: own, problems, accepting, onClose: () => onOpen(null) }} />}
    </>
  );
}
