import { Drawer } from '@mantine/core';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { Proposal } from '../contract.ts';
import { ProposalView } from './proposal-view.tsx';
import type { Accepting } from './use-accepting.ts';
import layout from '#platform/web/ui/layout.module.css';

interface ProposalsDrawerProps {
  proposals: readonly Proposal[];
  /** Of proposals that no longer wait. */
  problems: readonly (readonly [id: number, problem: string])[];
  accepting: Accepting;
  onClose: () => void;
}

/** Proposals beside the text that they are about. */
export function ProposalsDrawer({ proposals, problems, accepting, onClose }: ProposalsDrawerProps) {
  useReturnFocus(true);
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Proposals"
      position="right"
      size="xl"
      // The text stays readable beside it.
      overlayProps={{ backgroundOpacity: 0.1 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={layout.wideStack}>
        <ErrorBanner text={accepting.error} />
        <ProgressPanel operation={accepting.operation} what="Accepting" />
        {problems.map(([id, problem]) => (
          <Banner key={id} kind="warning">
            {problem}
          </Banner>
        ))}
        {proposals.map((proposal) => (
          <ProposalView key={proposal.id} proposal={proposal} accepting={accepting} />
        ))}
      </div>
    </Drawer>
  );
}
