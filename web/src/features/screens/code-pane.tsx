import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, type Lesson } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import { LazyCodeEditor } from '#web/ui/code-editor/lazy-code-editor.tsx';
import type { LineMark } from '#web/ui/code-editor/line-marks.ts';
import { type StackTab, TabStack } from '#web/ui/panes/tab-stack.tsx';
import { DirtyDot } from './dirty-dot.tsx';
import { fieldLabel } from './field-label.ts';
import classes from './screens.module.css';
import type { ScreenEditing } from './use-screen-editing.ts';

/** The codes of a screen that can be run (B §2). */
export type CodeTab = 'initial' | 'display' | 'answer';

export const CODE_FIELDS = { initial: 'initial_code', display: 'display_code', answer: 'answer_code' } as const;

interface CodePaneProps {
  editing: ScreenEditing;
  lesson: Lesson;
  tab: CodeTab;
  onTab: (tab: CodeTab) => void;
  /** Errors of the last run, with the tab whose code was run. */
  marks: { tab: CodeTab; marks: readonly LineMark[] };
  /** The buttons that run the code of the open tab. */
  actions: ReactNode;
}

const NONE: readonly LineMark[] = [];

/** What the learner starts from, is shown, and should arrive at (B §2, middle pane). */
export function CodePane({ editing, lesson, tab, onTab, marks, actions }: CodePaneProps) {
  const { form, state, isReadOnly, saving } = editing;
  const tabs = (Object.keys(CODE_FIELDS) as CodeTab[]).map((id): StackTab => {
    const field = CODE_FIELDS[id];
    return {
      id,
      label: fieldLabel(field, state.short.type),
      badge: <DirtyDot isShown={state.dirty.includes(field)} />,
      content: (
        <LazyCodeEditor
          label={fieldLabel(field, state.short.type)}
          language={lesson.language}
          read={() => form.read(field)}
          version={state.version}
          onChange={(text) => form.type(field, text)}
          isReadOnly={isReadOnly}
          isBusy={saving.isSaving}
          marks={marks.tab === id ? marks.marks : NONE}
        />
      ),
    };
  });
  return (
    <TabStack label="Code of the screen" tabs={tabs} value={tab} onChange={(next) => onTab(next as CodeTab)}>
      <div className={classes.codeBar}>
        {actions}
        {tab === 'display' && <ShouldRunDisplay editing={editing} />}
        <span className={classes.codeNote}>{languageNote(lesson)}</span>
      </div>
    </TabStack>
  );
}

function ShouldRunDisplay({ editing: { form, state, isReadOnly, saving } }: { editing: ScreenEditing }) {
  return (
    <Checkbox
      size="xs"
      label="Run before the code"
      checked={state.short.should_run_display_code}
      disabled={isReadOnly}
      onChange={(event) => !saving.isSaving && form.edit('should_run_display_code', event.currentTarget.checked)}
    />
  );
}

function languageNote({ language, language_version }: Lesson): string {
  if (language === null) return 'No language';
  const name = language_version === null ? LANGUAGES[language] : `${LANGUAGES[language]} ${language_version}`;
  return `${name} · ${LIMITS.editorIndent} spaces`;
}
