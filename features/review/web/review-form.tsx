import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { MessageInput } from '#features/comments/web/thread/message-input.tsx';
import type { PeopleQuery } from '#features/comments/web/thread/people.ts';
import { useDraftForm } from '#features/comments/web/thread/use-draft-form.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useStore } from '#platform/web/use-store.ts';
import type { PullRequest, ReviewVerdict } from '../contract/pull-requests.ts';
import { mayDecide } from '../review.policy.ts';
import { headOf, useDiscardReview, useReviewPull } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

interface ReviewFormProps {
  pull: PullRequest;
  /** Comments that are submitted with the review. */
  pending: number;
  /** Who can be mentioned; null: nobody. */
  people: PeopleQuery | null;
  /** To approve is what is left to do here. */
  isNext: boolean;
}

interface NewReview {
  text: string;
  verdict: ReviewVerdict;
  /** The commit that was reviewed; null: nothing was sent yet. */
  commit: string | null;
}

const EMPTY: NewReview = { text: '', verdict: 'comment', commit: null };

/** Approve, request changes, or comment. Submits the comments of the review that was begun. */
export function ReviewForm({ pull, pending, people, isNext }: ReviewFormProps) {
  const user = useCurrentUser();
  const { mutateAsync: review } = useReviewPull(pull.release_id);
  const form = useDraftForm(draftKey(user.id, 'review', pull.release_id), EMPTY, ({ text, verdict, commit }) =>
    review({ verdict, text: text.trim(), commit: commit ?? undefined }),
  );
  const { fields, isSaving, failure } = useStore(form);
  const { text } = fields;
  const own = pull.reviews.findLast(({ is_own, approval }) => is_own && approval !== null)?.approval ?? null;
  const hasOutdated = own === 'outdated';
  const isEmpty = text.trim() === '' && pending === 0;
  const send = (verdict: ReviewVerdict) => {
    form.edit({ verdict, commit: headOf(pull) ?? null });
    // An approval, and one with comments, needs no text.
    void form.save({}, true);
  };
  const decides = mayDecide(user);
  const sending = isSaving ? fields.verdict : null;
  return (
    <form className={classes.form} aria-label="Your review" onSubmit={(event) => event.preventDefault()}>
      {pending > 0 ? <PendingReview releaseId={pull.release_id} count={pending} /> : null}
      <MessageInput
        people={people}
        label="Your review"
        description={
          !decides
            ? MESSAGES.authorReview
            : pull.is_own
              ? MESSAGES.ownReview
              : own === 'writer'
                ? MESSAGES.writerReview
                : pending > 0
                  ? MESSAGES.reviewText
                  : 'Markdown. Required to request changes or comment.'
        }
        minRows={3}
        maxRows={16}
        maxLength={100_000}
        value={text}
        disabled={isSaving}
        onText={(value) => form.edit({ text: value })}
        sendLabel="Comment on the pull request"
        canSend={!isEmpty && sending === null}
        onSend={() => send('comment')}
      />
      <ErrorBanner text={failure && errorText(failure, MESSAGES.verdictFailed)} />
      <div className={classes.buttons}>
        {decides ? (
          <>
            <Button
              size="xs"
              variant={isNext ? 'filled' : 'default'}
              leftSection={<IconCheck size={14} aria-hidden />}
              loading={sending === 'approve'}
              disabled={sending !== null}
              onClick={() => send('approve')}
            >
              {hasOutdated ? 'Approve again' : 'Approve'}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={sending === 'request-changes'}
              disabled={isEmpty || sending !== null}
              onClick={() => send('request-changes')}
            >
              Request changes
            </Button>
          </>
        ) : null}
        <Button
          size="xs"
          variant="default"
          loading={sending === 'comment'}
          disabled={isEmpty || sending !== null}
          onClick={() => send('comment')}
        >
          Comment
        </Button>
      </div>
    </form>
  );
}

/** Says that comments wait for the review, and can throw them away. */
function PendingReview({ releaseId, count }: { releaseId: number; count: number }) {
  const [isAsking, setAsking] = useState(false);
  const discard = useDiscardReview(releaseId);
  return (
    <Banner
      kind="info"
      actions={
        <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
          Discard review
        </Button>
      }
    >
      {MESSAGES.pending(count)}
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard review"
        text={MESSAGES.discardReview(count)}
        confirmLabel="Discard review"
        isDanger
        isBusy={discard.isPending}
        error={discard.isError ? errorText(discard.error, MESSAGES.discardFailed) : null}
        onConfirm={() => discard.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false);
          discard.reset();
        }}
      />
    </Banner>
  );
}
