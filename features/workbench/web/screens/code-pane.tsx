import { Kbd, Menu } from '@mantine/core';
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useNameCompletion } from '#features/runs/web/use-name-completion.ts';
import { CODE_TAB_TEXTS, languageOfTab } from '#features/screens/web/code-tab-texts.ts';
import { type CodeTabId, mainCodeTabs } from '#features/screens/web/code-tabs.ts';
import type { LongField, ScreenField } from '#features/screens/web/screen-fields.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import type { EditorHandle } from '#platform/web/ui/code-editor/editor-handle.ts';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import type { LineMark } from '#platform/web/ui/code-editor/line-marks.ts';
import { wrapsCode } from '#platform/web/ui/code-editor/wraps-code.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { type StackTab, TabStack, type TabStackHandle } from '#platform/web/ui/panes/tab-stack.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { CodeBar } from './code-bar.tsx';
import { screenName } from './code-options.ts';
import { DirtyDot } from './dirty-dot.tsx';
import { useFilled } from './use-filled.ts';
import { useFormatCode } from './use-format-code.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import { useTabCommands } from './use-tab-commands.ts';
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
  /** Shows the pane, when a command opens one of its tabs. */
  onShow: () => void;
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
const WRAP = {
  id: 'wrap-code',
  label: 'Wrap long lines of code',
  group: 'Settings',
  shortcut: 'Alt+Z',
} as const satisfies Partial<Command>;
const NAMES = { id: 'code-names', label: 'Tables, files and packages', group: 'Actions' } as const satisfies Partial<Command>;
const loadNames = () => import('#features/runs/web/code-names-dialog.tsx');
/** What the tabs without an editor edit. */
const VALUE_FIELDS: readonly ScreenField[] = ['check_val', 'check_scope'];

/** The middle pane: the code of a screen and of its checks. */
export function CodePane(props: CodePaneProps) {
  const { editing, lesson, tabs, tab, onTab, fileTabs, fileTab, onFileTab, actions } = props;
  const isFilled = useFilled(editing.session);
  const main = mainCodeTabs(tabs);
  const wraps = useStore(wrapsCode);
  const namesIn = useNameCompletion(lesson);
  const { command: format, handleOf } = useFormatCode(lesson, fileTab === null ? tab : null, editing.isReadOnly);
  const codes = tabs.map((id) => ({ ...stackTab(id, props, { isFilled, wraps, namesIn, handleOf }), isSecondary: !main.includes(id) }));
  const all = editsFile(lesson) ? [...codes.slice(0, 1), ...fileTabs, ...codes.slice(1)] : [...codes, ...fileTabs];
  const stack = useRef<TabStackHandle>(null);
  useTabCommands(all, { pane: 'code', stack, onShow: props.onShow });
  const wrap = { ...WRAP, run: () => wrapsCode.turn(!wraps) };
  const [showsNames, setShowsNames] = useState(false);
  const names = { ...NAMES, run: () => setShowsNames(true) };
  useCommands(format ? [wrap, format, names] : [wrap, names]);
  return (
    <>
      <TabStack
        label="Code of the screen"
        handle={stack}
        tabs={all}
        value={fileTab ?? tab}
        menuEnd={
          <>
            <Menu.Divider />
            <Menu.Item onClick={names.run}>{names.label}</Menu.Item>
            {format && (
              <Menu.Item onClick={format.run} rightSection={<Kbd size="xs">{shortcutLabel(format.shortcut)}</Kbd>}>
                {format.label}
              </Menu.Item>
            )}
            <Menu.CheckboxItem checked={wraps} onChange={wrap.run} rightSection={<Kbd size="xs">{shortcutLabel(wrap.shortcut)}</Kbd>}>
              {wrap.label}
            </Menu.CheckboxItem>
          </>
        }
        onChange={(next) => (fileTabs.some(({ id }) => id === next) ? onFileTab(next) : onTab(next as CodeTabId))}
      >
        {/* A file has its own bar. */}
        {fileTab === null && (
          <CodeBar editing={editing} lesson={lesson} tab={tab}>
            {actions}
          </CodeBar>
        )}
      </TabStack>
      {showsNames ? <OnDemand load={loadNames} props={{ lessonId: lesson.id, onClose: () => setShowsNames(false) }} /> : null}
    </>
  );
}

interface TabInput {
  isFilled: (field: LongField) => boolean;
  wraps: boolean;
  namesIn: ReturnType<typeof useNameCompletion>;
  handleOf: ReturnType<typeof useFormatCode>['handleOf'];
}

function stackTab(
  id: CodeTabId,
  { editing, lesson, marks, parts, customEditor }: CodePaneProps,
  { isFilled, wraps, namesIn, handleOf }: TabInput,
): StackTab {
  const { session, dirty, version, scratch, start, isReadOnly, isSaving } = editing;
  const { label, short, purpose, shortcut, edits } = CODE_TAB_TEXTS[id];
  const tab = { id, label, short, purpose, shortcut, isWritten: true };
  const language = languageOfTab(lesson, id);
  const common = {
    label,
    language,
    marks: marks[id] ?? NONE,
    names: namesIn(language),
    placeholder: purpose,
    wraps,
    handle: handleOf(id, id === 'custom' ? customEditor : undefined),
  };
  if (edits === null)
    return {
      ...tab,
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
    return { ...tab, content };
  }
  const { field } = edits;
  if (field === 'initial_code' && start !== null) {
    const { handle: _, ...shown } = common;
    const badge = <DirtyDot isShown={isDirty(dirty, [field, 'starts_from'])} />;
    return { ...tab, badge, isFilled: true, content: <StartCode {...shown} start={start} /> };
  }
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
  return {
    ...tab,
    badge: <DirtyDot isShown={isDirty(dirty, field === 'initial_code' ? [field, 'starts_from'] : [field])} />,
    isFilled: isFilled(field),
    content,
  };
}

type EditorProps = ComponentProps<typeof LazyCodeEditor>;

interface StartCodeProps extends Omit<EditorProps, 'read' | 'version' | 'onChange' | 'isReadOnly'> {
  start: NonNullable<ScreenEditing['start']>;
}

/** The answer that a screen starts from, in place of its initial code. */
function StartCode({ start: { screen, code }, ...editor }: StartCodeProps) {
  return (
    <div className={classes.codeStack}>
      <p className={classes.startNote}>
        Learners start with the answer of{' '}
        <TextLink
          size="sm"
          underline="always"
          to="/lesson/$lessonId/screen/$screenId"
          params={{ lessonId: screen.lesson_id, screenId: String(screen.id) }}
        >
          {screenName(screen)}
        </TextLink>
        {screen.values === '' ? ', or with their own code if they have solved it' : ', with your values'}. The screen’s own initial code is
        kept.
      </p>
      <div className={classes.codeEditor}>
        <LazyCodeEditor {...editor} key={code} read={() => code} version={0} onChange={() => undefined} isReadOnly />
      </div>
    </div>
  );
}

function isDirty(dirty: readonly ScreenField[], fields: readonly ScreenField[]): boolean {
  return fields.some((field) => dirty.includes(field));
}
