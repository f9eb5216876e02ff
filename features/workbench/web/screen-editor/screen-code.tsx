import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useDataFiles, useEditedFile } from '#features/lessons/web/data-files/api.ts';
import { editedFileOf } from '#features/lessons/web/data-files/screen-files.ts';
import { CustomCheckingNote } from '#features/packages/web/custom-checking-note.tsx';
import { RunButtons, type RunOffer } from '#features/runs/web/run-buttons.tsx';
import { runMarks } from '#features/runs/web/run-marks.ts';
import { isRunning, type RunView } from '#features/runs/web/run-state.ts';
import type { Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { CHECK_LANGUAGE } from '#platform/contract/languages.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { EditorHandle } from '#platform/web/ui/code-editor/editor-handle.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { CodePane } from '../screens/code-pane.tsx';
import { SCREEN_MESSAGES } from '../screens/messages.ts';
import type { ScreenEditing } from '../screens/use-screen-editing.ts';
import { useFileTabs } from './use-file-tabs.tsx';
import classes from './screen-editor.module.css';

const loadCheckerBuilder = () => import('#features/runs/web/checkers/checker-builder.tsx');
const loadUnitTestSettings = () => import('#features/runs/web/checkers/unit-test-settings.tsx');
const loadValueCheckFields = () => import('#features/runs/web/checkers/value-check-fields.tsx');

interface ScreenCodeProps {
  editing: ScreenEditing;
  lesson: Lesson;
  screen: Pick<Screen, 'id'>;
  tabs: readonly CodeTabId[];
  tab: CodeTabId;
  onTab: (tab: CodeTabId) => void;
  /** The id of the data file whose tab is open instead of `tab`. */
  file: number | undefined;
  onFile: (file: number) => void;
  /** Shows the pane, when a command opens one of its tabs. */
  onShow: () => void;
  run: RunView;
  offer: RunOffer;
}

/** The code pane of a screen with the parts of other features: running, the checker builder, the check value. */
export function ScreenCode({ editing, lesson, screen, tabs, tab, onTab, file, onFile, onShow, run, offer }: ScreenCodeProps) {
  const customEditor = useRef<EditorHandle>(null);
  const { session, fields, edit, isReadOnly, isSaving } = editing;
  const readCheck = () => session.read('custom_check_code') ?? '';
  const [tests] = useState(() => ({
    read: () => session.read('unit_test_code') ?? '',
    watch: (listener: () => void) => session.watch(listener),
  }));
  const [isBuilding, setBuilding] = useState(() => !isReadOnly && readCheck().trim() === '');
  const files = useFileTabs(lesson, screen.id, isReadOnly);
  const start = useEditedFile(lesson, screen.id);
  const { data: dataFiles } = useDataFiles(lesson.id);
  const lacksFile = editsFile(lesson) && dataFiles !== undefined && editedFileOf(dataFiles, screen.id, lesson) === null;
  // The same object while the run is the same: an editor renders its marks again when the object changes.
  const [marked, setMarked] = useState({ run, marks: runMarks(run) });
  if (marked.run.result !== run.result || marked.run.source !== run.source) setMarked({ run, marks: runMarks(run) });
  const [answer, setAnswer] = useState<RunView['result']>(null);
  if (run.source === 'answer' && run.result !== null && answer !== run.result) setAnswer(run.result);

  const builder = isBuilding && (
    <section className={classes.builder} aria-label="Checker builder">
      <OnDemand
        load={loadCheckerBuilder}
        props={{
          language: lesson.language,
          isReadOnly,
          screen: {
            lessonId: lesson.id,
            screenId: screen.id,
            isPython: lesson.language === CHECK_LANGUAGE,
            read: () => ({
              initial_code: start?.text ?? editing.readInitial(),
              answer_code: session.read('answer_code') ?? '',
              draft: session.changes(),
            }),
          },
          answerRun: { variables: answer?.vars ?? null, isRunning: isRunning(run), onRun: () => offer.onRun(false) },
          readCode: readCheck,
          onInsert: (text: string) => customEditor.current?.insertLines(text) ?? 0,
        }}
      />
    </section>
  );
  const valueCheck = (
    <OnDemand
      load={loadValueCheckFields}
      props={{
        value: fields.check_val,
        scope: fields.check_scope,
        language: lesson.language,
        isReadOnly,
        onValue: (value: string | null) => !isSaving && edit({ check_val: value }),
        onScope: (scope: ScreenFields['check_scope']) => !isSaving && edit({ check_scope: scope }),
        texts: run.result && { runId: run.result.code_run_id, commands: run.code, output: run.result.output },
        readAnswer: () => session.read('answer_code') ?? '',
      }}
    />
  );
  return (
    <>
      <CodePane
        editing={editing}
        lesson={lesson}
        tabs={tabs}
        tab={tab}
        onTab={onTab}
        fileTabs={files}
        fileTab={files.find(({ fileId }) => fileId === file)?.id ?? null}
        onShow={onShow}
        onFileTab={(id) => onFile(files.find((each) => each.id === id)?.fileId ?? 0)}
        marks={marked.marks}
        actions={
          <>
            <RunButtons {...offer} />
            {tab === 'custom' && (
              <Button
                size="compact-sm"
                variant={isBuilding ? 'light' : 'default'}
                aria-expanded={isBuilding}
                onClick={() => setBuilding(!isBuilding)}
              >
                Checker builder
              </Button>
            )}
          </>
        }
        parts={{
          answer: lacksFile ? <Banner kind="warning">{SCREEN_MESSAGES.noEditedFile}</Banner> : null,
          custom: (
            <>
              <CustomCheckingNote lesson={lesson} hasJustTurnedOn={editing.hasTurnedOnChecks} isReadOnly={isReadOnly} />
              {builder}
            </>
          ),
          unit: (
            <OnDemand
              load={loadUnitTestSettings}
              props={{
                lesson,
                fields,
                tests,
                isReadOnly,
                onEdit: (change: Partial<ScreenFields>) => !isSaving && edit(change),
              }}
            />
          ),
          value_check: valueCheck,
        }}
        customEditor={customEditor}
      />
    </>
  );
}
