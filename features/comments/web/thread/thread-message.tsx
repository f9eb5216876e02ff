import { Badge, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { MessageForm } from './message-form.tsx';
import { MessageText } from './message-text.tsx';
import { THREAD_MESSAGES } from './messages.ts';
import type { PeopleQuery } from './people.ts';
import type { ThreadMessage } from './thread.ts';
import { useEditForm } from './use-draft-form.ts';
import classes from '../comments.module.css';

/** What a message says, as its author edits it. */
export type MessageFields = Pick<ThreadMessage, 'text' | 'suggestion'>;

/** Changes and deletes messages of a thread. */
export interface MessageCalls {
  edit: (id: number, fields: MessageFields) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
}

interface ThreadMessageProps<M extends ThreadMessage> {
  message: M;
  /** Begins the names of the drafts of its edits in the browser. */
  kind: string;
  people: PeopleQuery | null;
  hasReplies: boolean;
  canEdit: boolean;
  canDelete: boolean;
  calls: MessageCalls | null;
  /** What is to know about it, beside its author and time. */
  labels?: ReactNode;
  /** What it is about. */
  about?: ReactNode;
  /** What it suggests. */
  suggestion?: ReactNode;
  /** Edits what it suggests. */
  suggestionInput?: ((value: string, onChange: (value: string) => void) => ReactNode) | undefined;
}

/** What one user wrote in a thread. Its author may edit and delete it, as the policy of the thread says. */
export function ThreadMessageView<M extends ThreadMessage>(props: ThreadMessageProps<M>) {
  const { message, canEdit, canDelete, calls } = props;
  if (message.isDeleted) return <p className={classes.deleted}>{THREAD_MESSAGES.deleted}</p>;
  if (calls === null || (!canEdit && !canDelete)) return <Written {...props} />;
  return <OwnMessage {...props} calls={calls} />;
}

function OwnMessage<M extends ThreadMessage>(props: ThreadMessageProps<M> & { calls: MessageCalls }) {
  const { message, kind, people, hasReplies, canEdit, canDelete, calls, suggestionInput } = props;
  const user = useCurrentUser();
  const { text: storedText, suggestion: storedSuggestion } = message;
  const stored = useMemo((): MessageFields => ({ text: storedText, suggestion: storedSuggestion }), [storedText, storedSuggestion]);
  const edit = useEditForm(draftKey(user.id, `${kind}-edit`, message.id), stored, ({ text, suggestion }) =>
    calls.edit(message.id, { text: text.trim(), suggestion }),
  );
  const { fields, dirty, isSaving, failure } = useStore(edit);
  const [isOpen, setOpen] = useState(false);
  // An edit that was begun before a reload is restored.
  if (canEdit && dirty.length > 0 && !isOpen) setOpen(true);
  function close() {
    setOpen(false);
    edit.discard();
  }
  if (!isOpen) {
    return (
      <Written {...props}>
        <span className={classes.own}>
          {canEdit && (
            <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
              Edit
            </Button>
          )}
          {canDelete && <DeleteButton hasReplies={hasReplies} onDelete={() => calls.remove(message.id)} />}
        </span>
      </Written>
    );
  }
  const { text, suggestion } = fields;
  const send = async () => {
    if (await edit.save()) close();
  };
  return (
    <MessageForm
      label="Edit comment"
      placeholder={THREAD_MESSAGES.placeholder}
      text={text}
      onText={(value) => edit.edit({ text: value })}
      people={people}
      isSaving={isSaving}
      error={failure && { failure, message: THREAD_MESSAGES.editFailed }}
      sendLabel="Save"
      canSend={(text.trim() !== '' || suggestion !== null) && !isSaving}
      onSend={() => void send()}
      onCancel={close}
    >
      {suggestion !== null && suggestionInput?.(suggestion, (value) => edit.edit({ suggestion: value }))}
    </MessageForm>
  );
}

function Written<M extends ThreadMessage>({
  message,
  people,
  labels,
  about,
  suggestion,
  children,
}: ThreadMessageProps<M> & { children?: ReactNode }) {
  const { by, at, text, html, isEdited, isPending } = message;
  return (
    <>
      <MessageHead by={by} at={at}>
        {isEdited && <span>Edited</span>}
        {isPending && <Badge color="changed">Pending</Badge>}
        {labels}
        {children}
      </MessageHead>
      {about}
      {text !== '' && <MessageText text={text} html={html} people={people} />}
      {suggestion}
    </>
  );
}

/** Who wrote something, and when. */
export function MessageHead({ by, at, children }: { by: string; at: string; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <b>{by}</b>
      <RelativeTime at={at} />
      {children}
    </div>
  );
}

function DeleteButton({ hasReplies, onDelete }: { hasReplies: boolean; onDelete: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useMutation({ mutationFn: onDelete });
  return (
    <>
      <Button size="compact-xs" variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete comment"
        text={hasReplies ? THREAD_MESSAGES.confirmDeleteFirst : THREAD_MESSAGES.confirmDelete}
        confirmLabel="Delete comment"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? errorText(deletion.error, THREAD_MESSAGES.deleteFailed) : null}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false);
          deletion.reset();
        }}
      />
    </>
  );
}
