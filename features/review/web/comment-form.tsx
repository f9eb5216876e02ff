import { Button, Text } from '@mantine/core';
import { use, useState } from 'react';
import { textOfLines } from '#features/comments/rules/line-anchor.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { DiffSide, FileDiff, LineRange } from '../contract.ts';
import { useCreatePullComment } from './api.ts';
import { CommentInput, SuggestionInput } from './comment-inputs.tsx';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import classes from './threads.module.css';

/** What a new comment is about. */
export interface CommentSubject {
  readonly side: DiffSide;
  /** Null: the file as a whole. */
  readonly lines: LineRange | null;
  readonly quote: string;
}

/** Writes a comment, and can suggest a replacement for its lines. */
export function PullCommentForm({ file, subject, onClose }: { file: FileDiff; subject: CommentSubject; onClose: () => void }) {
  const { releaseId, commits, hasReview } = use(ReviewContext);
  const { side, lines, quote } = subject;
  const source = side === 'after' && lines !== null && file.source !== null ? textOfLines(file.source, lines) : null;
  const [text, setText] = useState('');
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const create = useCreatePullComment(releaseId);
  const isEmpty = text.trim() === '' && (suggestion === null || suggestion === source);
  const sending = create.isPending ? create.variables.is_pending === true : null;
  const send = (is_pending: boolean) => {
    const body = { path: file.path, side, commit: commits[side], quote, text: text.trim(), suggestion, is_pending };
    create.mutate(lines === null ? body : { ...body, lines }, { onSuccess: onClose });
  };
  return (
    <form className={classes.form} aria-label={subjectText(subject)} onSubmit={(event) => event.preventDefault()}>
      <Text size="xs" c="dimmed">
        {subjectText(subject)}
      </Text>
      {quote === '' ? null : <blockquote className={classes.quote}>{quote}</blockquote>}
      <CommentInput label="Comment" value={text} onChange={setText} />
      {suggestion === null ? null : <SuggestionInput value={suggestion} onChange={setSuggestion} />}
      <ErrorBanner text={create.isError ? errorText(create.error, MESSAGES.commentFailed) : null} />
      <div className={classes.buttons}>
        {[hasReview, !hasReview].map((isPending) => (
          <Button
            key={String(isPending)}
            size="xs"
            variant={isPending === hasReview ? 'light' : 'default'}
            title={isPending ? MESSAGES.reviewHint : undefined}
            loading={sending === isPending}
            disabled={isEmpty || sending !== null}
            onClick={() => send(isPending)}
          >
            {isPending ? (hasReview ? 'Add to review' : 'Start a review') : 'Add comment'}
          </Button>
        ))}
        {source !== null && suggestion === null ? (
          <Button size="xs" variant="default" onClick={() => setSuggestion(source)}>
            Suggest a change
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" color="gray" disabled={create.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function subjectText({ side, lines, quote }: CommentSubject): string {
  if (quote !== '') return 'Comment on the selected passage';
  if (lines === null) return 'Comment on the file';
  const on = lines.from === lines.to ? `line ${lines.from}` : `lines ${lines.from} to ${lines.to}`;
  return side === 'before' ? `Comment on removed ${on}` : `Comment on ${on}`;
}
