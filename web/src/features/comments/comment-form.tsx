import { Button, Checkbox, Chip, Group, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { COMMENT_TAGS } from '#contract/comments.ts';
import { errorText } from '#web/platform/error-text.ts';
import { shortcutLabel } from '#web/platform/shortcuts.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { MarkdownText } from '#web/ui/markdown-editor/markdown-text.tsx';
import { useCreateComment } from './api.ts';
import { CommentLabels } from './comment-card.tsx';
import type { CommentDraft } from './comment-draft.ts';
import classes from './comments.module.css';
import { MESSAGES } from './messages.ts';
import type { Passages } from './passage.ts';
import { QuotedPassage } from './quoted-passage.tsx';
import { SelectionOffer } from './selection-offer.tsx';
import { SUBMIT_KEYS, SubmitKeys } from './submit-keys.tsx';
import { useKeptForm } from './use-kept-form.ts';

interface CommentFormProps {
  lessonId: number;
  screenId: number;
  draft: CommentDraft;
  passages: Passages;
  /** Whether the form is in sight, and can have the focus. */
  isShown: boolean;
}

/** A new comment: its text, tags, whether it is mandatory, and what it will look like (A §4). */
export function CommentForm({ lessonId, screenId, draft, passages, isShown }: CommentFormProps) {
  const { comment, tags, mandatory, quote } = useKeptForm(draft);
  const create = useCreateComment(lessonId, screenId);
  const [isPreview, setPreview] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const canAdd = comment.trim() !== '' && !create.isPending;

  useEffect(() => {
    if (isShown && draft.takeFocus()) input.current?.focus();
  });

  function add() {
    create.mutate(draft.state(), {
      onSuccess: () => {
        draft.clear();
        setPreview(false);
      },
    });
  }
  return (
    <form
      className={classes.form}
      aria-label="New comment"
      onSubmit={(event) => {
        event.preventDefault();
        if (canAdd) add();
      }}
    >
      {hasFocus && <SubmitKeys label="Add the comment" isEnabled={canAdd} onSubmit={add} />}
      <SelectionOffer quoted={quote} passages={passages} onQuote={(passage) => draft.quote(passage)} />
      {quote && <QuotedPassage quote={quote} isDetached={false} passages={passages} onRemove={() => draft.change({ quote: null })} />}
      {isPreview ? (
        <section className={classes.card} aria-label="Preview of the comment">
          <CommentLabels tags={tags} isMandatory={mandatory} />
          <MarkdownText source={comment} />
        </section>
      ) : (
        <Textarea
          ref={input}
          label="New comment"
          placeholder="Write in Markdown"
          autosize
          minRows={3}
          maxRows={14}
          value={comment}
          disabled={create.isPending}
          onChange={(event) => draft.change({ comment: event.currentTarget.value })}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        />
      )}
      <Chip.Group multiple value={tags} onChange={(chosen) => draft.change({ tags: chosen })}>
        <div className={classes.tags} role="group" aria-label="Tags of the comment">
          {COMMENT_TAGS.map((tag) => (
            <Chip key={tag} value={tag} size="xs" disabled={create.isPending}>
              {tag}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <ErrorBanner text={create.isError ? errorText(create.error, MESSAGES.addFailed) : null} />
      <Group gap="xs">
        <Checkbox
          label="Mandatory"
          checked={mandatory}
          disabled={create.isPending}
          onChange={(event) => draft.change({ mandatory: event.currentTarget.checked })}
        />
        <Button
          className={classes.first ?? ''}
          size="compact-sm"
          variant="default"
          aria-pressed={isPreview}
          disabled={!isPreview && comment.trim() === ''}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? 'Edit' : 'Preview'}
        </Button>
        <Button type="submit" size="compact-sm" disabled={!canAdd} loading={create.isPending} title={shortcutLabel(SUBMIT_KEYS)}>
          Add comment
        </Button>
      </Group>
    </form>
  );
}
