import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { MentionTextarea } from './mention-textarea.tsx';
import { MESSAGES } from './messages.ts';
import { SubmitKeys } from './submit-keys.tsx';
import type { useDraftForm } from './use-draft-form.ts';

interface ReplyFormProps {
  lessonId: number;
  /** Whose comment it is. */
  author: string;
  reply: ReturnType<typeof useDraftForm<{ message: string }>>;
  /** It was sent, or cancelled. */
  onDone: () => void;
}

/** A message for the thread of a comment. */
export function ReplyForm({ lessonId, author, reply, onDone }: ReplyFormProps) {
  const { fields, isSaving, failure } = useStore(reply);
  const { message } = fields;
  const [hasFocus, setFocus] = useState(false);
  const canSend = message.trim() !== '' && !isSaving;
  const send = async () => {
    if (await reply.save()) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) void send();
      }}
    >
      {hasFocus && <SubmitKeys label="Send the reply" isEnabled={canSend} onSubmit={() => void send()} />}
      <MentionTextarea
        lessonId={lessonId}
        aria-label={`Reply to the comment of ${author}`}
        placeholder="Reply in Markdown"
        autosize
        minRows={2}
        maxRows={10}
        autoFocus
        value={message}
        disabled={isSaving}
        onText={(text) => reply.edit({ message: text })}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      <ErrorBanner text={failure && errorText(failure, MESSAGES.replyFailed)} />
      <Group gap="xs" mt={6}>
        <Button type="submit" size="compact-sm" disabled={!canSend} loading={isSaving}>
          Send reply
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSaving} onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
