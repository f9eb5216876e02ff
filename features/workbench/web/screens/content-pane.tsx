import { useRef } from 'react';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { SAVE_COMMANDS } from '#features/lessons/web/save-commands.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import type { MarkdownField } from '#features/screens/contract/screen-texts.ts';
import type { ScreenType } from '#features/screens/contract/screens.ts';
import { SECTIONS } from '#features/screens/web/screen-fields.ts';
import type { Language } from '#platform/contract/languages.ts';
import { fenceName } from '#platform/web/ui/markdown-editor/fence.ts';
import { LazyMarkdownEditor } from '#platform/web/ui/markdown-editor/lazy-markdown-editor.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { type StackTab, TabStack, type TabStackHandle } from '#platform/web/ui/panes/tab-stack.tsx';
import { DirtyDot } from './dirty-dot.tsx';
import { useFilled } from './use-filled.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import { useTabCommands } from './use-tab-commands.ts';

/** What each text is for and who sees it. */
const PURPOSES: Readonly<Record<MarkdownField, string>> = {
  body_markdown:
    'What learners read first. Write in Markdown. Type / for tables, boxes and more. Paste or drop images. Put math between dollar signs: $a + b$.',
  instructions_markdown: 'What learners do on this screen. They see it beside the code or below the text. Write in Markdown.',
  hint_markdown:
    'Help for learners who are stuck. They see it when they ask for it. To start another hint, leave a line empty and write --- below it. Write in Markdown.',
  success_markdown: 'What learners read when their answer is right: what it shows, or where it leads. Write in Markdown.',
  chat_prompt: 'What the chat assistant is told about this screen. Learners don’t see it. Write in Markdown.',
};

function purposeOf(field: MarkdownField, type: ScreenType): string {
  return field === 'body_markdown' && type === 'takeaways'
    ? 'What learners should remember from this lesson. They see it on this screen. Write in Markdown.'
    : PURPOSES[field];
}

/** The keys of the tabs, the same on every screen. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  body_markdown: 'Jump+Shift+1',
  instructions_markdown: 'Jump+Shift+2',
  hint_markdown: 'Jump+Shift+3',
  chat_prompt: 'Jump+Shift+4',
  questions: 'Jump+Shift+5',
  comments: 'Jump+Shift+6',
  skills: 'Jump+Shift+7',
  success_markdown: 'Jump+Shift+8',
  values: 'Jump+Shift+9',
};

const loadValues = async () => ({ default: (await import('#features/screens/web/values/values-panel.tsx')).ValuesPanel });

/** In the menu, and in the empty editor. */
const VALUES_PURPOSE =
  'Values that are drawn for each learner, one per line: n = 3..9, price = 1.5..4 step 0.25, city = "Oslo" | "Rome", total = n * price. Write {{ n }} in texts, code and questions.';

interface ContentPaneProps {
  editing: ScreenEditing;
  language: Language | null;
  section: string;
  onSection: (section: string) => void;
  /** Shows the pane, when a command opens one of its tabs. */
  onShow: () => void;
  /** Adds a multiple choice question to the screen. */
  onQuestion: (() => void) | undefined;
  /** Tabs of other features, behind the texts. */
  extraTabs?: readonly StackTab[];
}

/** The left pane: what the learner reads, four markdown texts. */
export function ContentPane({ editing, language, section, onSection, onShow, onQuestion, extraTabs = [] }: ContentPaneProps) {
  const { session, fields, dirty, version, isReadOnly, isSaving } = editing;
  const isFilled = useFilled(session);
  const tabs: StackTab[] = SECTIONS.map((field) => ({
    id: field,
    label: fieldLabel(field, fields.type),
    isWritten: true,
    badge: <DirtyDot isShown={dirty.includes(field)} />,
    isFilled: isFilled(field),
    content: (
      <LazyMarkdownEditor
        label={fieldLabel(field, fields.type)}
        name={field}
        read={() => session.read(field)}
        version={version}
        onChange={(text) => session.type(field, text)}
        isReadOnly={isReadOnly}
        isBusy={isSaving}
        codeLanguage={fenceName(language)}
        commands={SAVE_COMMANDS}
        rendered={editing.rendered[field]}
        placeholder={purposeOf(field, fields.type)}
        onQuestion={onQuestion}
      />
    ),
  }));
  const values: StackTab = {
    id: 'values',
    label: SCREEN_FIELD_LABELS.values,
    purpose: VALUES_PURPOSE,
    isSecondary: true,
    isWritten: true,
    badge: <DirtyDot isShown={dirty.includes('values')} />,
    isFilled: isFilled('values'),
    content: (
      <OnDemand
        load={loadValues}
        props={{ label: SCREEN_FIELD_LABELS.values, session, version, isReadOnly, isBusy: isSaving, placeholder: VALUES_PURPOSE }}
      />
    ),
  };
  const all = [...tabs, ...extraTabs, values].map((tab): StackTab => ({ ...tab, shortcut: SHORTCUTS[tab.id] }));
  const stack = useRef<TabStackHandle>(null);
  useTabCommands(all, { pane: 'content', stack, onShow });
  return <TabStack label="Sections of the screen" handle={stack} tabs={all} value={section} onChange={onSection} />;
}
