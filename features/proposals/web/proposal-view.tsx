import { Button, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FileDiffView } from '#features/review/web/file-diff.tsx';
import { NO_REVIEW, ReviewContext } from '#features/review/web/review-context.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Proposal } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { proposalQuery } from './queries.ts';
import type { Accepting } from './use-accepting.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './proposals.module.css';

interface ProposalViewProps {
  proposal: Proposal;
  accepting: Accepting;
  /** Before its title. */
  children?: ReactNode;
}

/** One proposal: who sent it and why, what it changes, what was shown of it, and the decision. */
export function ProposalView({ proposal, accepting, children }: ProposalViewProps) {
  const { id, reason, proposed_by, created_at, screen_sequence, screen_title, changes } = proposal;
  const details = useQuery(proposalQuery(id));
  const problem = accepting.problems.get(id);
  const where = screen_sequence === null ? 'Lesson' : `${screen_sequence}. ${screen_title || 'Untitled'}`;
  return (
    <article className={`${layout.card} ${layout.stack}`} aria-label={`Proposal for ${where}`}>
      <div className={layout.wrapCentered}>
        {children}
        <h2 className={classes.title}>
          <bdi>{where}</bdi>: {changes.join(', ')}
        </h2>
        <span className={layout.dimmed}>
          <bdi>{proposed_by}</bdi>, <RelativeTime at={created_at} />
        </span>
      </div>
      <p className={classes.reason}>{reason}</p>
      {problem === undefined ? null : <Banner kind="warning">{problem}</Banner>}
      <ErrorBanner text={details.isError ? errorText(details.error, MESSAGES.detailsFailed) : null} />
      {details.isPending ? <TableSkeleton /> : null}
      {details.data?.files.length === 0 ? <p className={layout.dimmed}>{MESSAGES.notMerged}</p> : null}
      <ReviewContext value={NO_REVIEW}>
        {details.data?.files.map((file) => (
          <FileDiffView key={file.path} file={file} folder="" below="" isAsLines={false} />
        ))}
      </ReviewContext>
      <section aria-label="Proof" className={classes.proof}>
        <h3 className={classes.proofTitle}>Proof</h3>
        <ul className={classes.facts}>
          {proposal.proof.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <p className={layout.note}>{MESSAGES.limits}</p>
      </section>
      <Decision proposal={proposal} accepting={accepting} />
    </article>
  );
}

function Decision({ proposal: { id, is_own }, accepting: { operation, accept } }: Pick<ProposalViewProps, 'proposal' | 'accepting'>) {
  const [reason, setReason] = useState<string | null>(null);
  const decline = useMutation({ mutationFn: () => api.declineProposal({ params: { id }, body: { reason: reason ?? '' } }) });
  const withdraw = useMutation({ mutationFn: () => api.withdrawProposal({ params: { id } }) });
  const isBusy = operation.isRunning || decline.isPending || withdraw.isPending;
  const failure = decline.isError
    ? errorText(decline.error, MESSAGES.declineFailed)
    : withdraw.isError
      ? errorText(withdraw.error, MESSAGES.withdrawFailed)
      : null;
  return (
    <>
      <ErrorBanner text={failure} />
      {reason === null ? null : (
        <Textarea
          label="Why (the sender reads it)"
          autosize
          maxLength={500}
          value={reason}
          autoFocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={layout.wrap}>
        {reason === null ? (
          <>
            <Button size="xs" leftSection={<IconCheck size={15} aria-hidden />} disabled={isBusy} onClick={() => void accept([id])}>
              Accept
            </Button>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => setReason('')}>
              Decline
            </Button>
            {is_own ? (
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => withdraw.mutate()}>
                Withdraw
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button size="xs" loading={decline.isPending} onClick={() => decline.mutate()}>
              Decline proposal
            </Button>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => setReason(null)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </>
  );
}
