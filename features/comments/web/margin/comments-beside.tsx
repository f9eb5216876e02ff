import { UnstyledButton } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { counted } from '#platform/contract/counted.ts';
import type { MarkedPassages, Passage } from '#platform/web/ui/code-editor/marked-passages.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { loadPart } from '#platform/web/ui/load-part.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { whenIdle } from '#platform/web/when-idle.ts';
import { canComment } from '../../comments.policy.ts';
import type { Comment } from '../../contract.ts';
import { findQuote } from '../../rules/find-quote.ts';
import { screenCommentsQuery } from '../api.ts';
import type { Passages } from '../passage.ts';
import type { CommentDraft } from '../use-comment-draft.ts';
import { SelectionBar } from './selection-bar.tsx';
import { DRAFT_PASSAGE, passageId } from './thread-groups.ts';
import { useMarkEvents } from './use-mark-events.ts';
import classes from './margin.module.css';

const loadMargin = async () => ({ default: (await import('./comments-margin.tsx')).CommentsMargin });

/** From this width on, in pixels, the threads are beside the text; in a narrower pane they are below it. */
const BESIDE_FROM_PX = 700;

interface CommentsBesideProps {
  lessonId: number;
  screenId: number;
  editors: OpenEditors;
  marked: MarkedPassages;
  draft: CommentDraft;
  passages: Passages;
  /** The name of the text that is open; null: none that can have passages. */
  field: string | null;
  /** The id of the comment whose thread the address opens. */
  opened: number | undefined;
  /** The comments are shown elsewhere at the moment. */
  isHidden: boolean;
  /** Begins a comment on what is selected. */
  onComment: () => void;
  /** Makes the margin visible: a thread of it was opened from the text. */
  onShow: () => void;
  /** Opens the list of all comments of the screen. */
  onAll: () => void;
  children: ReactNode;
}

/** A text with the threads about it in its margin, and the passages that they are about marked in it. */
export function CommentsBeside(props: CommentsBesideProps) {
  const { lessonId, screenId, editors, marked, draft, field, isHidden, children } = props;
  const user = useCurrentUser();
  const { data: comments = NONE } = useQuery(screenCommentsQuery(lessonId, screenId));
  const { quote, comment: text } = useStore(draft.session).fields;
  const { active } = useStore(marked);
  const { ref, width } = useElementSize();
  const layout = width === 0 || width >= BESIDE_FROM_PX ? 'beside' : 'below';
  const [isOpen, setOpen] = useOpen(layout);

  const kept = comments.find((comment) => comment.approved && passageId(comment) === active)?.id ?? null;
  const shown = useMemo(
    () =>
      passagesOf(comments, kept).concat(quote ? [{ id: DRAFT_PASSAGE, name: quote.field, label: 'Your comment', find: find(quote) }] : []),
    [comments, kept, quote],
  );
  useEffect(() => marked.follow(), [marked]);
  useEffect(() => marked.set(shown), [marked, shown]);

  function show() {
    setOpen(true);
    props.onShow();
  }
  useMarkEvents(marked, show);
  // Ahead: who presses Comment types at once. What fails here is loaded when it is shown.
  useEffect(() => whenIdle(() => void loadPart(loadMargin).catch(() => undefined)), []);
  const repliesTo = useOpenedThread(props, comments, show);

  const isWriting = draft.isOpen || quote !== null || text !== '';
  const open = comments.filter(({ approved }) => !approved);
  const isEmpty = open.length === 0 && !isWriting;
  const isShown = !isHidden && isOpen && !isEmpty;
  // A comment that was just begun is always in sight.
  const begun = draft.begun;
  useEffect(() => {
    if (begun > 0) setOpen(true);
    // Only when one is begun: afterwards the margin can be closed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [begun]);

  return (
    <div className={classes.beside} ref={ref} data-layout={layout}>
      <div className={classes.text}>{children}</div>
      {isShown && (
        <OnDemand
          load={loadMargin}
          props={{
            lessonId,
            comments,
            editors,
            marked,
            draft,
            isWriting,
            repliesTo,
            passages: props.passages,
            field,
            layout,
            onAll: props.onAll,
            onClose: () => setOpen(false),
          }}
        >
          {/* Its room, so that the text doesn't move when it is loaded. */}
          {width >= BESIDE_FROM_PX ? <div className={classes.margin} /> : null}
        </OnDemand>
      )}
      {!isShown && !isHidden && !(isEmpty && (layout === 'below' || !canComment(user))) && (
        <UnstyledButton
          className={classes.strip ?? ''}
          aria-expanded={false}
          onClick={() => {
            setOpen(true);
            if (isEmpty) draft.begin();
          }}
        >
          <IconMessage size={18} stroke={1.6} aria-hidden />
          <span>{stripLabel(open.length, isWriting)}</span>
        </UnstyledButton>
      )}
      {canComment(user) && <SelectionBar editors={editors} onComment={props.onComment} />}
    </div>
  );
}

const NONE: readonly Comment[] = [];

/**
 * Opens the thread that the address names, once it is loaded, at its passage. Returns its id while one may reply to it at once. An
 * approved one is only in the list of all comments.
 */
function useOpenedThread(
  { opened, isHidden, marked, passages, onAll }: CommentsBesideProps,
  comments: readonly Comment[],
  show: () => void,
): number | null {
  const [isDone, setDone] = useState<number | null>(null);
  const found = comments.find(({ id }) => id === opened);
  const open = useEffectEvent(async (comment: Comment) => {
    if (comment.approved) {
      setDone(comment.id);
      onAll();
      return;
    }
    show();
    if (comment.quote) await passages.wayTo?.(comment.quote)?.();
    marked.activate(passageId(comment));
    setDone(comment.id);
  });
  const isWaiting = !isHidden && found !== undefined && isDone !== found.id;
  useEffect(() => {
    if (found && isWaiting) void open(found);
    // Its later versions are the same thread.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found?.id, isWaiting]);
  return isDone;
}

function stripLabel(count: number, isWriting: boolean): string {
  if (count === 0) return isWriting ? 'Your comment' : 'Add a comment';
  return counted(count, 'comment');
}

/**
 * Whether the threads are shown, as this browser remembers it: beside the text unless closed, below it once opened. What was opened here stays
 * open when the width changes, or becomes known.
 */
function useOpen(layout: 'beside' | 'below'): [boolean, (isOpen: boolean) => void] {
  const options = { getInitialValueInEffect: false };
  const [beside, setBeside] = useLocalStorage({ key: 'lessonwright.comments-beside', defaultValue: true, ...options });
  const [below, setBelow] = useLocalStorage({ key: 'lessonwright.comments-below', defaultValue: false, ...options });
  const [wasOpened, setOpened] = useState(false);
  const setOpen = (isOpen: boolean): void => {
    setOpened(isOpen);
    (layout === 'beside' ? setBeside : setBelow)(isOpen);
  };
  return [wasOpened || (layout === 'beside' ? beside : below), setOpen];
}

/**
 * The passages to mark: those of comments that are not approved.
 *
 * @param kept The id of an approved one whose thread is open.
 */
function passagesOf(comments: readonly Comment[], kept: number | null): Passage[] {
  return comments.flatMap((comment): Passage[] => {
    if (!comment.quote || (comment.approved && comment.id !== kept)) return [];
    return [{ id: passageId(comment), name: comment.quote.field, label: markLabel(comment), find: find(comment.quote) }];
  });
}

function find(quote: NonNullable<Comment['quote']>): Passage['find'] {
  return (text) => findQuote(text, quote);
}

function markLabel({ user, comment, quote }: Comment): string {
  const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text).replace(/\s+/g, ' ');
  return `Comment by ${user.name} on “${short(quote?.text ?? '')}”: ${short(comment)}`;
}
