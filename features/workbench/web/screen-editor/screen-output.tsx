import { Button } from '@mantine/core';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { OutputPane, type OutputTabId } from '#features/runs/web/output-pane.tsx';
import type { RunView } from '#features/runs/web/run-state.ts';
import type { ListedScreen, ScreenFields } from '#features/screens/contract/screens.ts';
import { TerminalPane } from '#features/terminals/web/terminal-pane.tsx';
import type { TerminalDraft } from '#features/terminals/web/terminal-props.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { StackTab } from '#platform/web/ui/panes/tab-stack.tsx';
import type { ScreenEditing } from '../screens/use-screen-editing.ts';

const loadApplication = async () => ({ default: (await import('#features/runs/web/applications/application-panel.tsx')).ApplicationPanel });
const loadSaveTest = async () => ({ default: (await import('#features/tests/web/save-test.tsx')).SaveTest });

const loadScreenTests = async () => ({ default: (await import('#features/tests/web/screen-tests.tsx')).ScreenTests });

interface ScreenOutputProps {
  editing: ScreenEditing;
  lesson: Lesson;
  screenId: number;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  run: RunView;
  onStop: () => void;
  hasCustomCheck: boolean;
  tab: OutputTabId;
  onTab: (tab: OutputTabId) => void;
}

/** The output pane of a screen with the parts of other features: terminal, application, Save Test. */
export function ScreenOutput({ editing, lesson, screenId, screens, run, onStop, hasCustomCheck, tab, onTab }: ScreenOutputProps) {
  const { session, fields, answer, isSaving, isReadOnly } = editing;
  const place = { lessonId: lesson.id, screenId };
  const terminal: StackTab = {
    id: 'terminal',
    label: 'Terminal',
    content: <TerminalPane {...place} readDraft={() => terminalDraft(session.changes())} isReadOnly={isReadOnly} />,
  };
  const application: StackTab = {
    id: 'application',
    label: 'Application',
    content: (
      <>
        {run.isDeploy && (
          <ErrorBanner
            text={run.failure}
            actions={
              <Button size="compact-sm" variant="default" onClick={() => onTab('output')}>
                Show its output
              </Button>
            }
          />
        )}
        <OnDemand load={loadApplication} props={{ lessonId: lesson.id, externalIp: run.result?.external_ip ?? null }} />
      </>
    ),
  };
  const hasApplication = editing.hasRemoteRun || lesson.enabled_features.includes('Stateful');
  return (
    <OutputPane
      run={run}
      onStop={onStop}
      answer={{ ...answer, isDisabled: isReadOnly || answer.isSaving || isSaving }}
      settings={{
        language: lesson.language,
        lessonId: lesson.id,
        screenIds: screens.map(({ id }) => id),
        maxRows: lesson.sql_max_rows,
        isExperimental: fields.is_experimental,
        showsFiles: lesson.enabled_features.includes('File viewer'),
      }}
      first={isTerminal(lesson.language) ? terminal : null}
      last={hasApplication ? application : null}
      customActions={
        hasCustomCheck ? (
          <>
            <OnDemand load={loadSaveTest} props={{ ...place, code: run.code, result: run.result, disabled: isReadOnly }} />
            <OnDemand load={loadScreenTests} props={place} />
          </>
        ) : null
      }
      tab={tab}
      onTab={onTab}
    />
  );
}

/** Returns the unsaved fields that a terminal and its checks depend on. */
function terminalDraft(fields: Partial<ScreenFields>): TerminalDraft {
  const { setup_code, runs_after, check_val, check_scope, custom_check_code, unit_test_code, unit_test_framework, unit_test_module } =
    fields;
  return {
    ...(setup_code !== undefined && { setup_code }),
    ...(runs_after !== undefined && { runs_after }),
    ...(check_val !== undefined && { check_val }),
    ...(check_scope !== undefined && { check_scope }),
    ...(custom_check_code !== undefined && { custom_check_code }),
    ...(unit_test_code !== undefined && { unit_test_code }),
    ...(unit_test_framework !== undefined && { unit_test_framework }),
    ...(unit_test_module !== undefined && { unit_test_module }),
  };
}
