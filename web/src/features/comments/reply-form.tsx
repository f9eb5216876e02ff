import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { useReply } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SubmitKeys } from './submit-keys.tsx';

interface ReplyFormProps {
  lessonId: number;
  commentId: number;
  /** Whose comment it is. */
  author: string;
  message: string;
  onChange: (message: string) => void;
  /** It was sent, or given up. */
  onDone: () => void;
}

/** A message for the thread of a comment. Non-blank (A §5). */
export function ReplyForm({ lessonId, commentId, author, message, onChange, onDone }: ReplyFormProps) {
  const reply = useReply(lessonId, commentId);
  const [hasFocus, setFocus] = useState(false);
  const canSend = message.trim() !== '' && !reply.isPending;
  const send = () => reply.mutate(message, { onSuccess: onDone });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send();
      }}
    >
      {hasFocus && <SubmitKeys label="Send the reply" isEnabled={canSend} onSubmit={send} />}
      <Textarea
        aria-label={`Reply to the comment of ${author}`}
        placeholder="Reply in Markdown"
        autosize
        minRows={2}
        maxRows={10}
        autoFocus
        value={message}
        disabled={reply.isPending}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      <ErrorBanner text={reply.isError ? errorText(reply.error, MESSAGES.replyFailed) : null} />
      <Group gap="xs" mt={6}>
        <Button type="submit" size="compact-sm" disabled={!canSend} loading={reply.isPending}>
          Send reply
        </Button>
        <Button size="compact-sm" variant="default" disabled={reply.isPending} onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
