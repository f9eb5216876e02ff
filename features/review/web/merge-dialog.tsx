import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { reasonObstacles } from '../merge-gate.policy.ts';
import { useMergePull } from './api.ts';
import { MESSAGES } from './messages.ts';
import { IncludedChanges } from './release-changes.tsx';
import classes from './pull-requests.module.css';

interface MergeDialogProps {
  pull: PullRequest;
  /** The merge closes the release: it does so for all but drafts. */
  closes: boolean;
  /** What speaks against merging, although it is possible. */
  doubts: string | null;
  onClose: () => void;
}

/** Confirms a merge, and names what it publishes with its warnings. Lessons that couldn't be deployed are merged for a reason only. Open while rendered. */
export function MergeDialog({ pull, closes, doubts, onClose }: MergeDialogProps) {
  const merge = useMergePull(pull.release_id);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const obstacles = pull.gate === null ? [] : reasonObstacles(pull.gate);
  const needsReason = obstacles.length > 0;
  const against = [...(needsReason ? obstacles : doubts === null ? [] : [doubts]), MESSAGES.confirmMerge(pull, closes)];
  const isMissing = needsReason && reason.trim() === '';
  function confirm() {
    setChecked(true);
    if (!isMissing) merge.mutate(needsReason ? reason.trim() : null, { onSuccess: onClose });
  }
  return (
    <ConfirmDialog
      isOpen
      title="Merge into main"
      text={against.join('\n\n')}
      confirmLabel={against.length > 1 ? 'Merge anyway' : 'Merge'}
      isBusy={merge.isPending}
      error={merge.isError ? errorText(merge.error, MESSAGES.mergeFailed) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <section aria-label="Published" className={classes.scrolled}>
        <IncludedChanges changes={pull} />
      </section>
      {needsReason ? (
        <Textarea
          label={MESSAGES.whyAnyway}
          description={MESSAGES.anywayHint}
          value={reason}
          maxLength={2_000}
          autosize
          minRows={2}
          error={isChecked && isMissing ? MESSAGES.reasonMissing : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
