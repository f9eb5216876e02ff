import { Button, Text, Textarea } from '@mantine/core';
import { use, useState } from 'react';
import { linesOf } from '#content/line-anchor.ts';
import { PULL_COMMENT_MAX, type DiffSide, type FileDiff, type LineRange } from '#contract/pull-requests.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { useCreateComment } from './api.ts';
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
export function CommentForm({ file, subject, onClose }: { file: FileDiff; subject: CommentSubject; onClose: () => void }) {
  const { releaseId, commits } = use(ReviewContext);
  const { side, lines, quote } = subject;
  const source = side === 'after' && lines !== null && file.source !== null ? linesOf(file.source, lines) : null;
  const [text, setText] = useState('');
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const create = useCreateComment(releaseId);
  const isEmpty = text.trim() === '' && (suggestion === null || suggestion === source);
  return (
    <form
      className={classes.form}
      aria-label={subjectText(subject)}
      onSubmit={(event) => {
        event.preventDefault();
        const body = { path: file.path, side, commit: commits[side], quote, text: text.trim(), suggestion };
        create.mutate(lines === null ? body : { ...body, lines }, { onSuccess: onClose });
      }}
    >
      <Text size="xs" c="dimmed">
        {subjectText(subject)}
      </Text>
      {quote === '' ? null : <blockquote className={classes.quote}>{quote}</blockquote>}
      <Textarea
        aria-label="Comment"
        placeholder="Markdown"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={PULL_COMMENT_MAX.text}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {suggestion === null ? null : (
        <Textarea
          label="Suggested text"
          description={MESSAGES.suggestionHint}
          classNames={{ input: classes.code ?? '' }}
          autosize
          minRows={1}
          maxRows={20}
          maxLength={PULL_COMMENT_MAX.suggestion}
          spellCheck={false}
          value={suggestion}
          onChange={(event) => setSuggestion(event.currentTarget.value)}
        />
      )}
      <ErrorBanner text={create.isError ? errorText(create.error, MESSAGES.commentFailed) : null} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="light" loading={create.isPending} disabled={isEmpty}>
          Add comment
        </Button>
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
