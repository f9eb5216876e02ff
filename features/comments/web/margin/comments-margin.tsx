import { ActionIcon, Button } from '@mantine/core';
import { IconLayoutSidebarRightCollapse, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { useStore } from '#platform/web/use-store.ts';
import { canComment } from '../../comments.policy.ts';
import type { Comment } from '../../contract.ts';
import { CommentForm } from '../comment-form.tsx';
import { MESSAGES } from '../messages.ts';
import type { Passages } from '../passage.ts';
import type { CommentDraft } from '../use-comment-draft.ts';
import { MarginThread } from './margin-thread.tsx';
import { DRAFT_PASSAGE, groupThreads, passageId } from './thread-groups.ts';
import { useThreadLayout } from './use-thread-layout.ts';
import classes from './margin.module.css';

interface CommentsMarginProps {
  lessonId: number;
  comments: readonly Comment[];
  editors: OpenEditors;
  marked: MarkedPassages;
  draft: CommentDraft;
  isWriting: boolean;
  /** The id of the comment whose reply is begun when its thread opens. */
  repliesTo: number | null;
  passages: Passages;
  field: string | null;
  layout: 'beside' | 'below';
  onAll: () => void;
  onClose: () => void;
}

/** The margin of a text: its threads at their lines, then those of other texts. */
export function CommentsMargin(props: CommentsMarginProps) {
  const { lessonId, comments, editors, marked, draft, isWriting, repliesTo, passages, field, layout, onAll, onClose } = props;
  const user = useCurrentUser();
  const { active, hovered, gone } = useStore(marked);
  const { quote } = useStore(draft.session).fields;
  const scroller = useRef<HTMLDivElement>(null);
  const isBeside = layout === 'beside';

  const isGone = (comment: Comment) =>
    gone.has(passageId(comment)) ||
    // The server knows the texts that aren't open, except their unsaved changes.
    (!editors.marking(comment.quote?.field ?? '') && comment.quote !== null && (passages.isGone?.(comment.quote) ?? comment.is_detached));
  const groups = groupThreads(comments, field, active, isGone);
  const isDraftBeside = isWriting && quote !== null && quote.field === field && !gone.has(DRAFT_PASSAGE);
  const atLines = inTextOrder(groups.beside, marked);
  useThreadLayout({
    editors,
    marked,
    name: isBeside ? field : null,
    active: isDraftBeside ? (active ?? DRAFT_PASSAGE) : active,
    margin: scroller,
  });

  const thread = (comment: Comment, isAtLine: boolean) => {
    const id = passageId(comment);
    return (
      <MarginThread
        key={id}
        lessonId={lessonId}
        comment={comment}
        passages={passages}
        marked={marked}
        isActive={active === id}
        isHovered={hovered === id}
        showsQuote={!isAtLine}
        startsReply={repliesTo === comment.id}
      />
    );
  };
  const form = isWriting && canComment(user) && (
    <div className={classes.writing} data-thread={DRAFT_PASSAGE}>
      <CommentForm
        lessonId={lessonId}
        draft={draft}
        passages={passages}
        isShown
        isInMargin
        onAdded={(id) => marked.focusThread(`comment-${id}`)}
      />
    </div>
  );
  const { changed, wholeScreen, elsewhere } = groups;
  const hasGroups = changed.length + wholeScreen.length + elsewhere.length > 0;
  const startsOpen = atLines.length === 0;

  return (
    <aside className={classes.margin} aria-label="Comments beside the text">
      <div className={classes.head}>
        <h2>Comments</h2>
        {canComment(user) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="New comment on the screen"
            title="New comment on the screen"
            onClick={() => draft.begin()}
          >
            <IconPlus size={17} stroke={1.6} />
          </ActionIcon>
        )}
        <Button className={classes.all ?? ''} size="compact-xs" variant="subtle" onClick={onAll}>
          Show all
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label="Hide comments"
          title="Hide comments"
          aria-expanded
          onClick={onClose}
        >
          <IconLayoutSidebarRightCollapse size={17} stroke={1.6} />
        </ActionIcon>
      </div>
      {!isDraftBeside && form}
      <div className={classes.threads} ref={scroller} role="region" aria-label="Comments on the open text" {...KEYBOARD_SCROLL}>
        <div className={classes.list}>
          {atLines.map((comment) => thread(comment, true))}
          {isDraftBeside && form}
        </div>
      </div>
      {hasGroups && (
        <div className={classes.groups}>
          {changed.length > 0 && (
            <Group title={MESSAGES.textChanged} comments={changed} active={active} startsOpen={startsOpen}>
              {changed.map((comment) => thread(comment, false))}
            </Group>
          )}
          {wholeScreen.length > 0 && (
            <Group title={MESSAGES.wholeScreen} comments={wholeScreen} active={active} startsOpen={startsOpen}>
              {wholeScreen.map((comment) => thread(comment, false))}
            </Group>
          )}
          {elsewhere.map((other) => (
            <Group key={other.field} title={passages.nameOf(other.field)} comments={other.comments} active={active} startsOpen={startsOpen}>
              {other.comments.map((comment) => thread(comment, false))}
            </Group>
          ))}
        </div>
      )}
    </aside>
  );
}

/** The order of their passages, in which the keyboard reaches them. */
function inTextOrder(comments: readonly Comment[], marked: MarkedPassages): Comment[] {
  const at = new Map(comments.map((comment) => [comment.id, marked.rangeOf(passageId(comment))?.from ?? Number.POSITIVE_INFINITY]));
  return comments.toSorted((a, b) => (at.get(a.id) ?? 0) - (at.get(b.id) ?? 0) || a.id - b.id);
}

interface GroupProps {
  title: string;
  comments: readonly Comment[];
  active: string | null;
  startsOpen: boolean;
  children: ReactNode;
}

/** Threads that have no line in the open text. Opens automatically for the active one. */
function Group({ title, comments, active, startsOpen, children }: GroupProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [known, setKnown] = useState(active);
  if (known !== active) {
    setKnown(active);
    if (comments.some((comment) => passageId(comment) === active)) setOpen(true);
  }
  return (
    <details className={classes.group} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} <span>{comments.length}</span>
      </summary>
      {children}
    </details>
  );
}
