import { notifications } from '@mantine/notifications';
import { type ReactNode, type RefObject, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { canComment } from '#features/comments/comments.policy.ts';
import { findQuote } from '#features/comments/rules/find-quote.ts';
import type { CommentsSearch } from '#features/comments/web/comments-search.ts';
import { type CommentFilter, filtersOf, searchOf } from '#features/comments/web/filter-comments.ts';
import { CommentsBeside } from '#features/comments/web/margin/comments-beside.tsx';
import { COMMENT_KEYS, MESSAGES } from '#features/comments/web/messages.ts';
import { ScreenCommentCount } from '#features/comments/web/open-count.tsx';
import { type Passages, quoteOf } from '#features/comments/web/passage.ts';
import { useCommentDraft } from '#features/comments/web/use-comment-draft.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { fieldTab } from '#features/screens/web/field-tab.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';
import { useCommands } from '#platform/web/commands.ts';
import { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';
import { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { PanesHandle } from '#platform/web/ui/panes/pane.ts';
import type { StackTab } from '#platform/web/ui/panes/tab-stack.tsx';
import type { ScreenEditing } from '../screens/use-screen-editing.ts';

const loadPanel = async () => ({ default: (await import('#features/comments/web/comments-panel.tsx')).CommentsPanel });

interface ScreenCommentsInput {
  lesson: Lesson;
  screen: Screen;
  editing: ScreenEditing;
  /** The available code tabs; empty when the screen has no code. */
  codeTabs: readonly CodeTabId[];
  section: string;
  panes: RefObject<PanesHandle | null>;
  search: CommentsSearch;
  /** Nothing is shown beside the text. */
  isQuiet: boolean;
  /** Opens tabs and sets filters. */
  onTabs: (change: Pick<ScreenSearch, 'section' | 'code'> | Record<'only' | 'tags', string | undefined>) => void;
}

interface ScreenComments {
  /** The tab with all comments of the screen. */
  tab: StackTab;
  /** The editors whose passages are quoted; their context provides them. */
  editors: OpenEditors;
  /** Shows a text with its comments in its margin. */
  beside: (text: ReactNode) => ReactNode;
}

/** The comments of a screen: in their own tab, and beside the texts that they are about. */
export function useScreenComments(input: ScreenCommentsInput): ScreenComments {
  const { lesson, screen, editing, section, panes, search, onTabs } = input;
  const user = useCurrentUser();
  const [editors] = useState(() => new OpenEditors());
  const [marked] = useState(() => new MarkedPassages(editors));
  const draft = useCommentDraft(user.id, lesson.id, screen.id);
  const passages = passagesOf(input, editors);
  const isTab = section === 'comments';

  /** Comments on the selection, else shows the thread at the caret, else begins a comment on the screen. */
  function comment() {
    const selection = editors.selection();
    const quote = selection && quoteOf(editors, selection);
    if (quote === 'too-long') {
      notifications.show({ message: MESSAGES.passageTooLong });
      return;
    }
    panes.current?.show('content');
    const { active } = marked.state();
    if (quote === null && active !== null && !isTab) marked.focusThread(active);
    else draft.begin(quote ? { quote } : {});
  }
  useCommands(
    canComment(user)
      ? [
          {
            id: 'comment-on-selection',
            label: 'Comment on selection',
            group: 'Actions',
            shortcut: COMMENT_KEYS,
            keywords: 'comments passage quote review',
            run: comment,
          },
        ]
      : [],
  );

  return {
    editors,
    beside: (text) => (
      <CommentsBeside
        lessonId={lesson.id}
        screenId={screen.id}
        editors={editors}
        marked={marked}
        draft={draft}
        passages={passages}
        field={fieldTab(section)?.pane === 'content' ? section : null}
        opened={search.comment}
        isHidden={isTab || input.isQuiet}
        onComment={comment}
        onShow={() => {
          panes.current?.show('content');
          if (isTab) onTabs({ section: 'body_markdown' });
        }}
        onAll={() => onTabs({ section: 'comments' })}
      >
        {text}
      </CommentsBeside>
    ),
    tab: {
      id: 'comments',
      label: 'Comments',
      badge: <ScreenCommentCount lessonId={lesson.id} screenId={screen.id} />,
      scrolls: true,
      // Not kept: the same replies are written in the margin.
      content: isTab && (
        <OnDemand
          load={loadPanel}
          props={{
            lessonId: lesson.id,
            screenId: screen.id,
            draft,
            passages,
            isShown: true,
            linkedId: search.comment ?? null,
            filters: filtersOf(search),
            onFilters: (filters: CommentFilter[]) => onTabs({ only: undefined, tags: undefined, ...searchOf(filters) }),
          }}
        />
      ),
    },
  };

  function passagesOf({ codeTabs }: ScreenCommentsInput, open: OpenEditors): Passages {
    const { session, fields, dirty } = editing;
    return {
      nameOf: (field) => fieldLabel(field, fields.type),
      isGone: (quote) => {
        const edited = dirty.find((field) => field === quote.field);
        return edited === undefined ? undefined : findQuote(String(session.read(edited) ?? ''), quote) === null;
      },
      wayTo: (quote) => {
        const tab = fieldTab(quote.field);
        if (tab === null || (tab.pane === 'code' && !codeTabs.includes(tab.tab))) return null;
        return async () => {
          // Don't open a tab that has nothing to show.
          if (findQuote(session.read(tab.field) ?? '', quote) === null) return false;
          panes.current?.show(tab.pane);
          onTabs(tab.pane === 'code' ? { code: tab.tab } : { section: tab.field });
          return open.reveal(tab.field, (text) => findQuote(text, quote));
        };
      },
    };
  }
}
