import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { CODE_TAB_TEXTS, type ScratchId } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import type { ShortField } from '#features/screens/web/screen-fields.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { ExplainedCheckbox } from '#platform/web/ui/explained-checkbox.tsx';
import type { ScreenEditing } from './use-screen-editing.ts';
import classes from './screens.module.css';

interface CodeBox {
  field: Extract<ShortField, 'should_run_display_code' | 'initially_passing' | 'remote_run_only'>;
  label: string;
  /** Part of the label, for narrow panes. */
  short: string;
  help: string;
}

/** The options of a code. */
const BOXES: Partial<Record<CodeTabId, CodeBox>> = {
  initial: {
    field: 'initially_passing',
    label: 'Starter code may already pass',
    short: 'May already pass',
    help: 'Preflight and tests don’t warn when the initial code passes the checks as it is.',
  },
  display: {
    field: 'should_run_display_code',
    label: 'Run before the code',
    short: 'Run before',
    help: 'The display code runs before the learner’s code, which can use its names. Otherwise it is only shown.',
  },
  remote_run_code: {
    field: 'remote_run_only',
    label: 'Only Run and Deploy',
    short: 'Only Run and Deploy',
    help: 'Learners can only run and deploy; there is no plain run on this screen.',
  },
};

interface CodeBarProps {
  editing: ScreenEditing;
  lesson: Lesson;
  tab: CodeTabId;
  /** The buttons of the open tab. */
  children: ReactNode;
}

/** The bar between the tabs and the code: its actions and its options. */
export function CodeBar({ editing, lesson, tab, children }: CodeBarProps) {
  const { fields, edit, isReadOnly, isSaving } = editing;
  const box = BOXES[tab];
  const { edits, writtenIn } = CODE_TAB_TEXTS[tab];
  return (
    <div className={classes.codeBar}>
      {children}
      {box && (
        <ExplainedCheckbox
          size="xs"
          aria-label={box.label}
          label={
            <>
              <span className={classes.longLabel}>{box.label}</span>
              <span className={classes.shortLabel}>{box.short}</span>
            </>
          }
          help={box.help}
          checked={fields[box.field]}
          disabled={isReadOnly}
          onChange={(event) => !isSaving && edit({ [box.field]: event.currentTarget.checked })}
        />
      )}
      {edits !== null && 'scratch' in edits && <ScratchFill editing={editing} lesson={lesson} scratch={edits.scratch} />}
      {edits !== null && writtenIn !== 'text' && (
        <span className={classes.codeNote}>{writtenIn === 'check language' ? 'Python' : languageNote(lesson)}</span>
      )}
    </div>
  );
}

interface ScratchFillProps {
  editing: ScreenEditing;
  lesson: Lesson;
  scratch: ScratchId;
}

/** A submission to try begins with another code of the screen. */
function ScratchFill({ editing: { session, fields, scratch }, lesson, scratch: id }: ScratchFillProps) {
  return (
    <>
      <Menu width={200} withinPortal={false} position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Start from
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(editsFile(lesson) ? (['answer_code'] as const) : (['initial_code', 'answer_code'] as const)).map((field) => (
            <Menu.Item key={field} onClick={() => scratch.texts.fill(id, session.read(field))}>
              {fieldLabel(field, fields.type)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.codeHint}>Not part of the screen; kept in this browser.</span>
    </>
  );
}

function languageNote({ language, language_version }: Lesson): string {
  if (language === null) return 'No language';
  const name = language_version === null ? LANGUAGES[language].label : `${LANGUAGES[language].label} ${language_version}`;
  return `${name} · ${LIMITS.editorIndent} spaces`;
}
