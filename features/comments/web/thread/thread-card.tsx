import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { useStore } from '#platform/web/use-store.ts';
import type { ThreadPolicy } from '../../comments.policy.ts';
import type { PeopleQuery } from './people.ts';
import { ThreadButtons, type ThreadMove } from './thread-buttons.tsx';
import { type MessageCalls, ThreadMessageView } from './thread-message.tsx';
import { ThreadReply } from './thread-reply.tsx';
import type { LinesAnchor, PassageAnchor, Thread, ThreadMessage } from './thread.ts';
import { useDraftForm } from './use-draft-form.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../comments.module.css';

interface ThreadCardProps<M extends ThreadMessage, S extends string> {
  thread: Thread<PassageAnchor | LinesAnchor | null, M>;
  /** What the user may do. */
  policy: ThreadPolicy<M, S>;
  /** Each change of its state. */
  moves: Readonly<Record<S, Omit<ThreadMove, 'name'>>>;
  onReply: (text: string) => Promise<unknown>;
  /** Left out: what is written stays as it is. */
  calls?: MessageCalls;
  /** Begins the names of its drafts in the browser. */
  kind: string;
  people: PeopleQuery | null;
  /** What is to know about the thread, beside its author. */
  labels?: ReactNode;
  /** What it is about. */
  about?: ReactNode;
  /** What a message suggests. */
  suggestionOf?: (message: M) => ReactNode;
  suggestionInput?: (value: string, onChange: (value: string) => void) => ReactNode;
  /** Shown above the buttons. */
  note?: ReactNode;
  isSettled?: boolean;
  /** Begins a reply as soon as it is true. */
  startsReply?: boolean;
  /** The address leads to this thread: it is scrolled to and gets the focus. */
  isLinked?: boolean;
}

/** A comment with what it is about, its replies, and what can be done with it. Unsent replies and edits survive a reload. */
export function ThreadCard<M extends ThreadMessage, S extends string>(props: ThreadCardProps<M, S>) {
  const { thread, policy, moves, onReply, calls = null, kind, people, labels, about, suggestionOf, suggestionInput, note } = props;
  const { isSettled = false, startsReply = false, isLinked = false } = props;
  const { first, replies } = thread;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const user = useCurrentUser();
  const reply = useDraftForm(draftKey(user.id, kind, first.id), { message: '' }, ({ message }) => onReply(message.trim()));
  const { message: unsent } = useStore(reply).fields;
  const [isOpen, setOpen] = useState(false);
  const [hasStarted, setStarted] = useState(false);
  if (startsReply && !hasStarted) {
    setStarted(true);
    setOpen(true);
  }
  // A reply that was begun before a reload is restored.
  if (unsent !== '' && !isOpen) setOpen(true);
  const isReplying = isOpen && policy.canReply;

  function close() {
    setOpen(false);
    reply.discard();
  }
  const view = (message: M, isFirst: boolean) => (
    <ThreadMessageView
      message={message}
      kind={kind}
      people={people}
      hasReplies={isFirst && replies.length > 0}
      canEdit={policy.canEdit(message)}
      canDelete={policy.canDelete(message)}
      calls={calls}
      labels={isFirst && labels}
      about={isFirst && about}
      suggestion={suggestionOf?.(message)}
      suggestionInput={suggestionInput}
    />
  );
  return (
    <article
      ref={card}
      tabIndex={isLinked ? -1 : undefined}
      className={`${layout.card} ${classes.card}`}
      data-anchor={thread.anchor?.kind}
      data-pending={first.isPending || undefined}
      data-settled={isSettled || undefined}
      data-linked={isLinked || undefined}
      aria-label={`Comment by ${first.by}`}
    >
      {view(first, true)}
      {replies.length > 0 && (
        <ol className={classes.replies} aria-label="Replies">
          {replies.map((message) => (
            <li key={message.id}>{view(message, false)}</li>
          ))}
        </ol>
      )}
      {isReplying && <ThreadReply author={first.by} people={people} reply={reply} onDone={close} />}
      {note}
      <ThreadButtons
        moves={policy.moves.map((name) => ({ ...moves[name], name }))}
        onReply={policy.canReply && !isReplying ? () => setOpen(true) : null}
      />
    </article>
  );
}
