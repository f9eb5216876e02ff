import { Button, Text } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import { textOfLines } from '#features/comments/rules/line-anchor.ts';
import { MessageInput } from '#features/comments/web/thread/message-input.tsx';
import { THREAD_MESSAGES } from '#features/comments/web/thread/messages.ts';
import { SUBMIT_KEYS } from '#features/comments/web/thread/submit-keys.tsx';
import { errorText } from '#platform/web/error-text.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useStore } from '#platform/web/use-store.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import { SuggestionInput } from './suggestion.tsx';
import type { CommentSubject, PullCommentDraft } from './use-new-comment.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './pull-requests.module.css';

/** Writes a comment on the changes, and can suggest a replacement for its lines. */
export function NewCommentForm({ file, draft }: { file: FileDiff; draft: PullCommentDraft }) {
  const { hasReview, people } = use(ReviewContext);
  const { session, subject, isOfEarlierState } = draft;
  const { fields, isSaving, failure } = useStore(session);
  const input = useRef<HTMLTextAreaElement>(null);
  const [isSuggesting, setSuggesting] = useState(false);
  useEffect(() => {
    if (draft.takeFocus()) input.current?.focus();
  });
  if (subject === null) return null;
  const { side, lines, quote } = subject;
  const { text, suggestion, is_pending } = fields;
  const source = side === 'after' && lines !== null && file.source !== null && !isOfEarlierState ? textOfLines(file.source, lines) : null;
  const canSend = !isSaving && (text.trim() !== '' || (suggestion !== null && suggestion !== source));
  const send = (isPending: boolean) => {
    session.edit({ is_pending: isPending });
    void session.save();
  };
  return (
    <form className={classes.threadsForm} aria-label={subjectText(subject)} onSubmit={(event) => event.preventDefault()}>
      <Text size="xs" c="dimmed">
        {subjectText(subject)}
        {isOfEarlierState && lines !== null && `, ${MESSAGES.earlierState}`}
      </Text>
      {quote === '' ? null : <blockquote className={classes.quote}>{quote}</blockquote>}
      <MessageInput
        ref={input}
        people={people}
        aria-label="New comment"
        placeholder={THREAD_MESSAGES.placeholder}
        value={text}
        disabled={isSaving}
        onText={(value) => session.edit({ text: value })}
        sendLabel={sendLabel(hasReview, hasReview)}
        canSend={canSend}
        onSend={() => send(hasReview)}
      />
      {suggestion === null ? null : (
        <SuggestionInput value={suggestion} takesFocus={isSuggesting} onChange={(value) => session.edit({ suggestion: value })} />
      )}
      <ErrorBanner text={failure && errorText(failure, THREAD_MESSAGES.addFailed)} />
      <div className={layout.wrap}>
        {[hasReview, !hasReview].map((isPending) => (
          <Button
            key={String(isPending)}
            size="compact-sm"
            variant={isPending === hasReview ? 'light' : 'default'}
            title={isPending ? MESSAGES.reviewHint : shortcutLabel(SUBMIT_KEYS)}
            loading={isSaving && is_pending === isPending}
            disabled={!canSend}
            onClick={() => send(isPending)}
          >
            {sendLabel(isPending, hasReview)}
          </Button>
        ))}
        {source !== null && suggestion === null ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setSuggesting(true);
              session.edit({ suggestion: source });
            }}
          >
            Suggest a change
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" disabled={isSaving} onClick={draft.discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

function sendLabel(isPending: boolean, hasReview: boolean): string {
  if (!isPending) return 'Add comment';
  return hasReview ? 'Add to review' : 'Start a review';
}

function subjectText({ side, lines, quote }: CommentSubject): string {
  if (quote !== '') return 'Comment on the selected passage';
  if (lines === null) return 'Comment on the file';
  const on = lines.from === lines.to ? `line ${lines.from}` : `lines ${lines.from} to ${lines.to}`;
  return side === 'before' ? `Comment on removed ${on}` : `Comment on ${on}`;
}
