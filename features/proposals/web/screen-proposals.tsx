import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#platform/web/ui/banner.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { MESSAGES } from './messages.ts';
import { lessonProposalsQuery } from './queries.ts';
import { useAccepting } from './use-accepting.ts';

const loadDrawer = async () => ({ default: (await import('./proposals-drawer.tsx')).ProposalsDrawer });

/** Proposals arrive without a reload. */
const REFRESH_MS = 60_000;

interface ScreenProposalsProps {
  lessonId: number;
  screenId: number;
  /** The address names a proposal. */
  isOpened: boolean;
  /** Saves what the page holds. */
  saveFirst: () => Promise<boolean>;
}

/** The proposals for one screen, beside its text. Nothing if none waits. */
export function ScreenProposals({ lessonId, screenId, isOpened, saveFirst }: ScreenProposalsProps) {
  const { data } = useQuery({ ...lessonProposalsQuery(lessonId), refetchInterval: REFRESH_MS });
  const [isOpen, setOpen] = useState(isOpened);
  const accepting = useAccepting(saveFirst);
  const own = data?.filter(({ screen_id }) => screen_id === screenId) ?? [];
  // One that no longer applies leaves the list, but its reason is still to be read.
  const problems = [...accepting.problems].filter(([id]) => own.every((proposal) => proposal.id !== id));
  if (own.length === 0 && problems.length === 0) return null;
  return (
    <>
      {own.length === 0 ? null : (
        <Banner
          kind="info"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              Show {own.length === 1 ? 'proposal' : 'proposals'}
            </Button>
          }
        >
          {MESSAGES.wait(own.length)}
        </Banner>
      )}
      {isOpen ? <OnDemand load={loadDrawer} props={{ proposals: own, problems, accepting, onClose: () => setOpen(false) }} /> : null}
    </>
  );
}
