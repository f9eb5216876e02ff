import { useStore } from '#platform/web/use-store.ts';
import { MessageForm } from './message-form.tsx';
import { THREAD_MESSAGES } from './messages.ts';
import type { PeopleQuery } from './people.ts';
import type { DraftForm } from './use-draft-form.ts';

interface ThreadReplyProps {
  /** Who began the thread. */
  author: string;
  people: PeopleQuery | null;
  reply: DraftForm<{ message: string }>;
  /** It was sent, or cancelled. */
  onDone: () => void;
}

/** A message for a thread. */
export function ThreadReply({ author, people, reply, onDone }: ThreadReplyProps) {
  const { fields, isSaving, failure } = useStore(reply);
  const { message } = fields;
  const send = async () => {
    if (await reply.save()) onDone();
  };
  return (
    <MessageForm
      label={`Reply to the comment by ${author}`}
      placeholder={THREAD_MESSAGES.replyPlaceholder}
      text={message}
      onText={(text) => reply.edit({ message: text })}
      people={people}
      isSaving={isSaving}
      error={failure && { failure, message: THREAD_MESSAGES.replyFailed }}
      sendLabel="Send reply"
      canSend={message.trim() !== '' && !isSaving}
      onSend={() => void send()}
      onCancel={onDone}
    />
  );
}
