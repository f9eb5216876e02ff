import { Badge } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, use, useState } from 'react';
import type { ThreadMove } from '#features/comments/web/thread/thread-buttons.tsx';
import { ThreadCard } from '#features/comments/web/thread/thread-card.tsx';
import type { LinesAnchor } from '#features/comments/web/thread/thread.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import type { PullComment } from '../contract/pull-comments.ts';
import { pullThreadPolicy, type PullThreadMove } from '../review-comment.policy.ts';
import { useApplySuggestion, useDeleteComment, useEditComment, useReplyToComment, useResolveComment } from './api.ts';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import { Suggestion, SuggestionInput } from './suggestion.tsx';
import type { PullMessage, PullThread } from './threads.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './pull-requests.module.css';

/** Threads below what they are about. */
export function Threads({ threads }: { threads: readonly PullThread[] }) {
  return threads.map((thread) => <ThreadView key={thread.first.id} thread={thread} />);
}

/** A thread on the changes. A resolved one is folded. */
function ThreadView({ thread }: { thread: PullThread }) {
  const { comment } = thread.first;
  const [isOpen, setOpen] = useState(false);
  if (comment.resolved_by === null || isOpen) return <OpenThread thread={thread} onFold={() => setOpen(false)} />;
  return (
    <button type="button" className={`${layout.unfold} ${classes.folded}`} onClick={() => setOpen(true)}>
      <IconCheck size={14} aria-hidden /> {stateText(comment)} · Show the comment by {comment.by}
    </button>
  );
}

function OpenThread({ thread, onFold }: { thread: PullThread; onFold: () => void }) {
  const { releaseId, state, people } = use(ReviewContext);
  const { anchor, first } = thread;
  const { id, comment } = first;
  const { mutateAsync: resolve } = useResolveComment(releaseId);
  const { mutateAsync: apply } = useApplySuggestion(releaseId);
  const { mutateAsync: reply } = useReplyToComment(releaseId);
  const { mutateAsync: edit } = useEditComment(releaseId);
  const { mutateAsync: remove } = useDeleteComment(releaseId);
  const setResolved = async (is_resolved: boolean) => {
    await resolve({ id, is_resolved });
    onFold();
  };
  const moves: Record<PullThreadMove, Omit<ThreadMove, 'name'>> = {
    apply: {
      label: 'Apply suggestion',
      look: 'light',
      failed: MESSAGES.applyFailed,
      run: async () => {
        await apply(id);
        showResult(MESSAGES.applied);
      },
    },
    resolve: { label: 'Resolve', look: 'default', failed: MESSAGES.resolveFailed, run: () => setResolved(true) },
    reopen: { label: 'Reopen', look: 'default', failed: MESSAGES.resolveFailed, run: () => setResolved(false) },
  };
  return (
    <ThreadCard
      thread={thread}
      policy={pullThreadPolicy(state, comment)}
      moves={moves}
      onReply={(text) => reply({ id, text })}
      calls={{ edit: (message, fields) => edit({ id: message, ...fields }), remove }}
      kind="pull-reply"
      people={people}
      labels={
        anchor.isOutdated && (
          <Badge color="draft" title="The lines have changed since this comment">
            Outdated
          </Badge>
        )
      }
      about={<CommentedLines anchor={anchor} hasSuggestion={first.suggestion !== null} />}
      suggestionOf={suggestionOf}
      suggestionInput={suggestionInput}
      note={comment.resolved_by !== null && <span className={layout.note}>{stateText(comment)}</span>}
    />
  );
}

function suggestionOf({ suggestion, comment: { source } }: PullMessage): ReactNode {
  return suggestion !== null && <Suggestion source={source} suggestion={suggestion} />;
}

function suggestionInput(value: string, onChange: (value: string) => void): ReactNode {
  return <SuggestionInput value={value} onChange={onChange} />;
}

/** The commented passage, or the lines as they were; nothing while they are on the page. */
function CommentedLines({ anchor: { quote, source, isOutdated }, hasSuggestion }: { anchor: LinesAnchor; hasSuggestion: boolean }) {
  if (quote !== '') return <blockquote className={classes.quote}>{quote}</blockquote>;
  return isOutdated && !hasSuggestion ? <pre className={classes.quote}>{source}</pre> : null;
}

function stateText({ applied_by, resolved_by }: PullComment): string {
  return applied_by === null ? `Resolved by ${resolved_by}` : `Applied by ${applied_by}`;
}
