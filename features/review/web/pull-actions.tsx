import { Button } from '@mantine/core';
import { IconExternalLink, IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { ReopenRelease } from '#features/releases/web/reopen-release.tsx';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { mayDecide } from '../review.policy.ts';
import { useClosePull, useOpenPull, useRevert } from './api.ts';
import { isMergeable } from './checks.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { MESSAGES } from './messages.ts';

interface PullActionsProps {
  pull: PullRequest;
  isStaff: boolean;
  /** The merge closed the release. */
  isClosed: boolean;
  /** A merge would close it. */
  closes: boolean;
  /** Sends the release for another review, after a merge. */
  onSend: () => void;
  onError: (text: string | null) => void;
  /** What speaks against merging, although it is possible. */
  doubts: string | null;
}

/** Merge, revert, close, reopen the pull request or its release; or a link to another code host. */
export function PullActions({ pull, isStaff, isClosed, closes, onSend, onError, doubts }: PullActionsProps) {
  const [asking, setAsking] = useState<'merge' | 'close' | null>(null);
  const close = useClosePull(pull.release_id);
  const open = useOpenPull(pull.release_id);
  const revert = useRevert(pull.release_id);
  const user = useCurrentUser();
  const canMerge = isMergeable(pull);
  return (
    <>
      {pull.is_local ? null : (
        <Button
          component="a"
          href={pull.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          Pull request {pull.number}
        </Button>
      )}
      {isStaff && pull.state === 'open' ? (
        <>
          <Button variant="default" onClick={() => setAsking('close')}>
            Close pull request
          </Button>
          {mayDecide(user) ? (
            <Button
              variant={canMerge ? 'filled' : 'default'}
              leftSection={<IconGitMerge size={16} aria-hidden />}
              disabled={!canMerge}
              onClick={() => setAsking('merge')}
            >
              Merge
            </Button>
          ) : null}
        </>
      ) : null}
      {isStaff && pull.state === 'merged' ? (
        <Button
          variant="default"
          title={MESSAGES.revertHint}
          loading={revert.isPending}
          onClick={() => {
            onError(null);
            revert.mutate(undefined, { onError: (error) => onError(errorText(error, MESSAGES.revertFailed)) });
          }}
        >
          Revert
        </Button>
      ) : null}
      {isStaff && isClosed ? <ReopenRelease releaseId={pull.release_id} size="sm" /> : null}
      {isStaff && pull.state === 'merged' && !isClosed ? (
        <Button variant="default" onClick={onSend}>
          Send for review
        </Button>
      ) : null}
      {isStaff && pull.state === 'closed' ? (
        <Button
          variant="default"
          loading={open.isPending}
          onClick={() => {
            onError(null);
            open.mutate({}, { onError: (error) => onError(errorText(error, MESSAGES.openFailed)) });
          }}
        >
          Reopen
        </Button>
      ) : null}
      {asking === 'merge' ? <MergeDialog pull={pull} closes={closes} doubts={doubts} onClose={() => setAsking(null)} /> : null}
      <ConfirmDialog
        isOpen={asking === 'close'}
        title="Close pull request"
        text={MESSAGES.confirmClose}
        confirmLabel="Close pull request"
        isBusy={close.isPending}
        error={close.isError ? errorText(close.error, MESSAGES.closeFailed) : null}
        onConfirm={() => close.mutate(undefined, { onSuccess: () => setAsking(null) })}
        onClose={() => {
          setAsking(null);
          close.reset();
        }}
      />
    </>
  );
}
