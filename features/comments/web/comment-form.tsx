import { Button, Checkbox, Chip, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { COMMENT_TAGS } from '../contract.ts';
import { CommentLabels } from './comment-card.tsx';
import type { Passages } from './passage.ts';
import { QuotedPassage } from './quoted-passage.tsx';
import { SelectionOffer } from './selection-offer.tsx';
import { MessageInput } from './thread/message-input.tsx';
import { MessageText } from './thread/message-text.tsx';
import { THREAD_MESSAGES } from './thread/messages.ts';
import { lessonPeopleQuery } from './thread/people.ts';
import { SUBMIT_KEYS } from './thread/submit-keys.tsx';
import type { CommentDraft } from './use-comment-draft.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './comments.module.css';

interface CommentFormProps {
  lessonId: number;
  draft: CommentDraft;
  passages: Passages;
  /** Whether the form is in sight, and can have the focus. */
  isShown: boolean;
  /** In the margin the form is beside its passage, and can be discarded. */
  isInMargin?: boolean;
  onAdded?: (id: number) => void;
}

/** A new comment: its text, tags, whether it is mandatory, and a preview. */
export function CommentForm({ lessonId, draft, passages, isShown, isInMargin = false, onAdded }: CommentFormProps) {
  const { session } = draft;
  const { fields, isSaving, failure } = useStore(session);
  const { comment, tags, mandatory, quote } = fields;
  const [isPreview, setPreview] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const people = lessonPeopleQuery(lessonId);
  const canAdd = comment.trim() !== '' && !isSaving;

  useEffect(() => {
    // The margin moves the form to its line itself.
    if (isShown && draft.takeFocus()) input.current?.focus({ preventScroll: isInMargin });
  });

  async function add() {
    if (!(await session.save())) return;
    setPreview(false);
    const added = draft.added();
    if (added) onAdded?.(added.id);
  }
  return (
    <form
      className={classes.form}
      aria-label="New comment"
      // Folded without: the tags.
      data-filled={comment !== '' || tags.length > 0 || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (canAdd) void add();
      }}
    >
      {!isInMargin && <SelectionOffer quoted={quote} passages={passages} onQuote={(passage) => draft.begin({ quote: passage })} />}
      {quote && <QuotedPassage quote={quote} isDetached={false} passages={passages} onRemove={() => session.edit({ quote: null })} />}
      {isPreview ? (
        <section className={`${layout.card} ${classes.preview}`} aria-label="Preview of the comment">
          <CommentLabels tags={tags} isMandatory={mandatory} />
          <MessageText text={comment} html={null} people={people} />
        </section>
      ) : (
        <MessageInput
          ref={input}
          people={people}
          label="New comment"
          placeholder={THREAD_MESSAGES.placeholder}
          minRows={3}
          value={comment}
          disabled={isSaving}
          onText={(text) => session.edit({ comment: text })}
          sendLabel="Add the comment"
          canSend={canAdd}
          onSend={() => void add()}
        />
      )}
      <Chip.Group multiple value={tags} onChange={(chosen) => session.edit({ tags: chosen })}>
        <div className={classes.tags} role="group" aria-label="Tags of the comment">
          {COMMENT_TAGS.map((tag) => (
            <Chip key={tag} value={tag} size="xs" disabled={isSaving}>
              {tag}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <ErrorBanner text={failure && errorText(failure, THREAD_MESSAGES.addFailed)} />
      <Group gap="xs">
        <Checkbox
          label="Mandatory"
          checked={mandatory}
          disabled={isSaving}
          onChange={(event) => session.edit({ mandatory: event.currentTarget.checked })}
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
        {isInMargin && (
          <Button size="compact-sm" variant="default" disabled={isSaving} onClick={draft.discard}>
            Discard
          </Button>
        )}
        <Button type="submit" size="compact-sm" disabled={!canAdd} loading={isSaving} title={shortcutLabel(SUBMIT_KEYS)}>
          Add comment
        </Button>
      </Group>
    </form>
  );
}
