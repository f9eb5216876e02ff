import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { canApprove, canArchive, canComplete, canReopen, canReply } from '../comments.policy.ts';
import type { Comment } from '../contract.ts';
import { useArchiveComment, useMoveComment, type Move } from './api.ts';
import { MESSAGES } from './messages.ts';

interface CommentActionsProps {
  lessonId: number;
  comment: Comment;
  isReplying: boolean;
  onReply: () => void;
}

const FAILED: Record<Move, string> = {
  complete: MESSAGES.completeFailed,
  reopen: MESSAGES.reopenFailed,
  approve: MESSAGES.approveFailed,
};

/** What the user may do with a comment. The server applies the same policies. */
export function CommentActions({ lessonId, comment, isReplying, onReply }: CommentActionsProps) {
  const user = useCurrentUser();
  const move = useMoveComment(lessonId, comment.id);
  const archive = useArchiveComment(lessonId, comment.id);
  const [isAsking, setAsking] = useState(false);
  const moveButton = (name: Move, label: string) => (
    <Button size="compact-sm" variant={name === 'approve' ? 'filled' : 'light'} loading={move.isPending} onClick={() => move.mutate(name)}>
      {label}
    </Button>
  );
  return (
    <>
      <ErrorBanner text={move.isError ? errorText(move.error, FAILED[move.variables]) : null} />
      <Group gap={6} role="group" aria-label="Actions">
        {canComplete(user, comment) && moveButton('complete', 'Complete')}
        {canApprove(user, comment) && moveButton('approve', 'Approve')}
        {canReopen(comment) && moveButton('reopen', 'Reopen')}
        {canReply(comment) && !isReplying && (
          <Button size="compact-sm" variant="default" onClick={onReply}>
            Reply
          </Button>
        )}
        {canArchive(user, comment) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(true)}>
            Archive
          </Button>
        )}
      </Group>
      {canArchive(user, comment) && (
        <ConfirmDialog
          isOpen={isAsking}
          title="Archive the comment"
          text={MESSAGES.archiveQuestion}
          confirmLabel="Archive"
          isDanger
          isBusy={archive.isPending}
          error={archive.isError ? errorText(archive.error, MESSAGES.archiveFailed) : null}
          onConfirm={() => archive.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => {
            setAsking(false);
            archive.reset();
          }}
        />
      )}
    </>
  );
}
