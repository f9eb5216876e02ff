import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { CODE_TAB_TEXTS, type ScratchId } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import classes from './screens.module.css';

interface CodeBarProps {
  editing: ScreenEditing;
  lesson: Lesson;
  tab: CodeTabId;
  /** The buttons of the open tab. */
  children: ReactNode;
}

/** The bar between the tabs and the code: its actions, and the language. */
export function CodeBar({ editing, lesson, tab, children }: CodeBarProps) {
  const { edits, writtenIn } = CODE_TAB_TEXTS[tab];
  return (
    <div className={classes.codeBar}>
      {children}
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
function ScratchFill({ editing: { session, fields, scratch, readInitial }, lesson, scratch: id }: ScratchFillProps) {
  const read = (field: 'initial_code' | 'answer_code') => (field === 'initial_code' ? readInitial() : session.read(field));
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
            <Menu.Item key={field} onClick={() => scratch.texts.fill(id, read(field))}>
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
