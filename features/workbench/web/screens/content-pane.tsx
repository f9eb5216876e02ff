import type { Language } from '#features/lessons/contract/lessons.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { SAVE_COMMANDS } from '#features/lessons/web/save-commands.ts';
import { SECTIONS } from '#features/screens/web/screen-fields.ts';
import { fenceName } from '#platform/web/ui/markdown-editor/fence.ts';
import { LazyMarkdownEditor } from '#platform/web/ui/markdown-editor/lazy-markdown-editor.tsx';
import { type StackTab, TabStack } from '#platform/web/ui/panes/tab-stack.tsx';
import { DirtyDot } from './dirty-dot.tsx';
import { useFilled } from './use-filled.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

const PLACEHOLDER = 'Write in Markdown. Paste or drop images here. Put math between dollar signs: $a + b$.';

interface ContentPaneProps {
  editing: ScreenEditing;
  language: Language | null;
  section: string;
  onSection: (section: string) => void;
  /** Tabs of other features, behind the texts. */
  extraTabs?: readonly StackTab[];
}

/** The left pane: what the learner reads, four markdown texts. */
export function ContentPane({ editing, language, section, onSection, extraTabs = [] }: ContentPaneProps) {
  const { session, fields, dirty, version, isReadOnly, isSaving } = editing;
  const isFilled = useFilled(session);
  const tabs: StackTab[] = SECTIONS.map((field) => ({
    id: field,
    label: fieldLabel(field, fields.type),
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
        placeholder={PLACEHOLDER}
      />
    ),
  }));
  return <TabStack label="Sections of the screen" tabs={[...tabs, ...extraTabs]} value={section} onChange={onSection} />;
}
