import { type RefObject, useState } from 'react';
import { findQuote } from '#content/find-quote.ts';
import { canComment } from '#contract/comments.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import type { CommentsSearch } from '#web/features/comments/comments-search.ts';
import { type CommentFilter, filtersOf, searchOf } from '#web/features/comments/filter-comments.ts';
import { ScreenCommentCount } from '#web/features/comments/open-count.tsx';
import { type Passages, quoteOf } from '#web/features/comments/passage.ts';
import { useCommentDraft } from '#web/features/comments/use-draft-form.ts';
import type { CodeTabId } from '#web/features/screens/code-tabs.ts';
import { fieldLabel } from '#web/features/screens/field-label.ts';
import { fieldTab } from '#web/features/screens/field-tab.ts';
import type { ScreenSearch } from '#web/features/screens/screen-search.ts';
import type { ScreenEditing } from '#web/features/screens/use-screen-editing.ts';
import { useCommands } from '#web/platform/commands.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { OpenEditors } from '#web/ui/code-editor/open-editors.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';
import type { PanesHandle } from '#web/ui/panes/pane.ts';
import type { StackTab } from '#web/ui/panes/tab-stack.tsx';

const loadPanel = async () => ({ default: (await import('#web/features/comments/comments-panel.tsx')).CommentsPanel });

interface ScreenCommentsInput {
  lesson: Lesson;
  screen: Screen;
  editing: ScreenEditing;
  /** The available code tabs; empty when the screen has no code. */
  codeTabs: readonly CodeTabId[];
  section: string;
  panes: RefObject<PanesHandle | null>;
  search: CommentsSearch;
  /** Opens tabs and sets filters. */
  onTabs: (change: Pick<ScreenSearch, 'section' | 'code'> | Record<keyof CommentsSearch, string | undefined>) => void;
}

/** The comments tab of a screen, and the editors whose passages are quoted; their context provides them. */
export function useScreenComments(input: ScreenCommentsInput): { tab: StackTab; editors: OpenEditors } {
  const { lesson, screen, editing, section, panes, search, onTabs } = input;
  const user = useCurrentUser();
  const [editors] = useState(() => new OpenEditors());
  const draft = useCommentDraft(user.id, lesson.id, screen.id);

  function quoteSelection() {
    const selection = editors.selection();
    const quote = selection && quoteOf(editors, selection);
    if (quote && quote !== 'too-long') draft.quote(quote);
    panes.current?.show('content');
    onTabs({ section: 'comments' });
  }
  useCommands(
    canComment(user)
      ? [
          {
            id: 'comment-on-selection',
            label: 'Comment on selection',
            group: 'Actions',
            shortcut: 'Mod+Alt+M',
            keywords: 'comments passage quote review',
            run: quoteSelection,
          },
        ]
      : [],
  );

  return {
    editors,
    tab: {
      id: 'comments',
      label: 'Comments',
      badge: <ScreenCommentCount lessonId={lesson.id} screenId={screen.id} />,
      scrolls: true,
      content: (
        <OnDemand
          load={loadPanel}
          props={{
            lessonId: lesson.id,
            screenId: screen.id,
            draft,
            passages: passagesOf(input, editors),
            isShown: section === 'comments',
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
