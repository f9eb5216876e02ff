import type { ReactNode, Ref } from 'react';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { CODE_TAB_TEXTS } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import type { LongField, ScreenField } from '#features/screens/web/screen-fields.ts';
import { CHECK_LANGUAGE } from '#platform/contract/languages.ts';
import type { EditorHandle } from '#platform/web/ui/code-editor/editor-handle.ts';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import type { LineMark } from '#platform/web/ui/code-editor/line-marks.ts';
import { type StackTab, TabStack } from '#platform/web/ui/panes/tab-stack.tsx';
import { CodeBar } from './code-bar.tsx';
import { DirtyDot } from './dirty-dot.tsx';
import { useFilled } from './use-filled.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import classes from './screens.module.css';

interface CodePaneProps {
  editing: ScreenEditing;
  lesson: Lesson;
  tabs: readonly CodeTabId[];
  tab: CodeTabId;
  onTab: (tab: CodeTabId) => void;
  /** Tabs of data files: behind those of the codes, or behind the first where learners edit a file. */
  fileTabs: readonly StackTab[];
  /** The file tab that is open instead of `tab`; null: none. */
  fileTab: string | null;
  onFileTab: (id: string) => void;
  /** Errors of the last run and of its checks, by the tab of the code that they lie in. */
  marks: Partial<Record<CodeTabId, readonly LineMark[]>>;
  /** The buttons of the open tab. */
  actions: ReactNode;
  /** Shown below the editor of a tab, or instead of it where the tab has none. */
  parts: Partial<Record<CodeTabId, ReactNode>>;
  /** For what is put into the custom check from outside. */
  customEditor: Ref<EditorHandle>;
}

const NONE: readonly LineMark[] = [];
/** What the tabs without an editor edit. */
const VALUE_FIELDS: readonly ScreenField[] = ['check_val', 'check_scope'];

/** The middle pane: the code of a screen and of its checks. */
export function CodePane(props: CodePaneProps) {
  const { editing, lesson, tabs, tab, onTab, fileTabs, fileTab, onFileTab, actions } = props;
  const isFilled = useFilled(editing.session);
  const codes = tabs.map((id) => stackTab(id, props, isFilled));
  return (
    <TabStack
      label="Code of the screen"
      tabs={editsFile(lesson) ? [...codes.slice(0, 1), ...fileTabs, ...codes.slice(1)] : [...codes, ...fileTabs]}
      value={fileTab ?? tab}
      onChange={(next) => (fileTabs.some(({ id }) => id === next) ? onFileTab(next) : onTab(next as CodeTabId))}
    >
      {/* A file has its own bar. */}
      {fileTab === null && (
        <CodeBar editing={editing} lesson={lesson} tab={tab}>
          {actions}
        </CodeBar>
      )}
    </TabStack>
  );
}

function stackTab(
  id: CodeTabId,
  { editing, lesson, marks, parts, customEditor }: CodePaneProps,
  isFilled: (field: LongField) => boolean,
): StackTab {
  const { session, dirty, version, scratch, isReadOnly, isSaving } = editing;
  const { label, edits, isPython } = CODE_TAB_TEXTS[id];
  const language = isPython ? CHECK_LANGUAGE : lesson.language;
  const common = { label, language, marks: marks[id] ?? NONE, handle: id === 'custom' ? customEditor : undefined };
  if (edits === null)
    return {
      id,
      label,
      badge: <DirtyDot isShown={isDirty(dirty, VALUE_FIELDS)} />,
      isFilled: (editing.fields.check_val ?? '') !== '',
      scrolls: true,
      content: parts[id],
    };
  if ('scratch' in edits) {
    const read = () => scratch.texts.read(edits.scratch);
    const content = (
      <LazyCodeEditor {...common} read={read} version={scratch.version} onChange={(text) => scratch.texts.type(edits.scratch, text)} />
    );
    return { id, label, content };
  }
  const { field } = edits;
  const content = (
    <div className={classes.codeStack}>
      <div className={classes.codeEditor}>
        <LazyCodeEditor
          {...common}
          name={field}
          read={() => session.read(field) ?? ''}
          version={version}
          onChange={(text) => session.type(field, text)}
          isReadOnly={isReadOnly}
          isBusy={isSaving}
        />
      </div>
      {parts[id]}
    </div>
  );
  return { id, label, badge: <DirtyDot isShown={isDirty(dirty, [field])} />, isFilled: isFilled(field), content };
}

function isDirty(dirty: readonly ScreenField[], fields: readonly ScreenField[]): boolean {
  return fields.some((field) => dirty.includes(field));
}
