import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Screen } from '#contract/screens.ts';
import { useCloneLesson } from '#web/features/lessons/api.ts';
import { MESSAGES as LESSON_MESSAGES } from '#web/features/lessons/messages.ts';
import { OutputPane } from '#web/features/runs/output-pane.tsx';
import { isRunning } from '#web/features/runs/run-state.ts';
import { RunButtons, useRunCommands } from '#web/features/runs/run-buttons.tsx';
import { useRun } from '#web/features/runs/use-run.ts';
import { CODE_FIELDS, CodePane } from '#web/features/screens/code-pane.tsx';
import { ContentPane } from '#web/features/screens/content-pane.tsx';
import { fieldLabel } from '#web/features/screens/field-label.ts';
import { SaveActions } from '#web/features/screens/save-actions.tsx';
import { ScreenBanners } from '#web/features/screens/screen-banners.tsx';
import { ScreenFooter } from '#web/features/screens/screen-footer.tsx';
import type { ScreenSearch } from '#web/features/screens/screen-search.ts';
import { showScreenError } from '#web/features/screens/show-screen-error.ts';
import type { useArrangeScreens } from '#web/features/screens/use-arrange-screens.ts';
import { useScreenEditing } from '#web/features/screens/use-screen-editing.ts';
import { useCommands } from '#web/platform/commands.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import type { Pane, PanesHandle } from '#web/ui/panes/pane.ts';
import { Panes } from '#web/ui/panes/panes.tsx';
import classes from './screen-page.module.css';

interface ScreenEditorProps {
  lesson: Lesson;
  screen: Screen;
  arranging: ReturnType<typeof useArrangeScreens>;
}

/** One screen, open: its panes, its footer, and everything that asks about it. Remounted for another screen. */
export function ScreenEditor({ lesson, screen, arranging }: ScreenEditorProps) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const editing = useScreenEditing(screen, lesson, user.id);
  const { form, state, saving, answer } = editing;
  const { run, start, stop } = useRun(lesson.id, screen.id);
  const [search, setSearch] = useTabs();
  const panes = useRef<PanesHandle>(null);
  const isCode = state.short.type === 'code';
  const codeTab = search.code ?? 'initial';

  function runCode(withChecks: boolean) {
    panes.current?.show('output');
    if (withChecks) setSearch({ result: 'checks' });
    else if (search.result === 'checks') setSearch({ result: undefined });
    const draft = form.changes();
    // The display code is the code now: it need not run before itself.
    start({
      source: codeTab,
      code: form.read(CODE_FIELDS[codeTab]),
      draft: codeTab === 'display' ? { ...draft, should_run_display_code: false } : draft,
    });
  }

  const canRun = lesson.language !== null && !isRunning(run);
  useRunCommands(isCode, canRun, runCode);

  const marks = useMemo(() => {
    const { error = null, error_line = null, error_column = null } = run.result ?? {};
    const isMarked = error !== null && error_line !== null;
    return { tab: run.source, marks: isMarked ? [{ line: error_line, column: error_column, message: lastLine(error) }] : [] };
  }, [run.result, run.source]);

  const shown: Pane[] = [
    {
      id: 'content',
      title: 'Content',
      content: (
        <ContentPane
          editing={editing}
          language={lesson.language}
          section={search.section ?? 'body_markdown'}
          onSection={(section) => setSearch({ section })}
        />
      ),
    },
  ];
  if (isCode) {
    shown.push(
      {
        id: 'code',
        title: 'Code',
        content: (
          <CodePane
            editing={editing}
            lesson={lesson}
            tab={codeTab}
            onTab={(code) => setSearch({ code })}
            marks={marks}
            actions={<RunButtons canRun={canRun} onRun={runCode} />}
          />
        ),
      },
      {
        id: 'output',
        title: 'Output',
        content: (
          <OutputPane
            run={run}
            onStop={stop}
            answer={{ ...answer, isDisabled: editing.isReadOnly || answer.isSaving || saving.isSaving }}
            timeLimit={lesson.code_run_timeout ?? LIMITS.timeoutSecondsDefault}
            tab={search.result ?? 'output'}
            onTab={(result) => setSearch({ result })}
          />
        ),
      },
    );
  }
  useCommands(
    shown.length > 1
      ? shown.map((pane) => ({
          id: `toggle-pane:${pane.id}`,
          label: `Collapse or open: ${pane.title.toLowerCase()}`,
          group: 'Settings' as const,
          keywords: 'pane',
          run: () => panes.current?.toggle(pane.id),
        }))
      : [],
  );

  return (
    <main className={classes.main} aria-label="Screen">
      <ScreenBanners editing={editing} lesson={lesson} cloneAction={<CloneButton lesson={lesson} />} />
      <div className={classes.panes}>
        <Panes panes={shown} storageKey="screen" handle={panes} />
      </div>
      <ScreenFooter
        editing={editing}
        language={lesson.language}
        actions={<SaveActions screen={screen} editing={editing} arranging={arranging} onDeleted={leaveDeleted} />}
      />
      <ConflictResolver
        details={saving.conflict}
        fieldLabel={(field) => fieldLabel(field, state.short.type)}
        isBusy={saving.isSaving}
        onResolve={saving.resolve}
        onClose={saving.postpone}
      />
      <LeaveGuard isDirty={editing.isDirty} what={`screen ${screen.sequence}`} />
    </main>
  );

  /** The screen that took its number is next; else the one before; else the lesson. */
  function leaveDeleted(remaining: readonly Screen[]) {
    const next = remaining.find((each) => each.sequence === screen.sequence) ?? remaining.at(-1);
    const lessonId = lesson.id;
    if (next) void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(next.id) }, replace: true });
    else void navigate({ to: '/lesson/$lessonId', params: { lessonId }, replace: true });
  }
}

/** Which tabs are open, in the address, so that a link shows the same and the way back does not step through them. */
function useTabs() {
  const from = '/signed-in/lesson/$lessonId/screen/$screenId';
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/lesson/$lessonId/screen/$screenId' });
  const set = (change: { [K in keyof ScreenSearch]: ScreenSearch[K] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return [search, set] as const;
}

function CloneButton({ lesson }: { lesson: Lesson }) {
  const navigate = useNavigate();
  const clone = useCloneLesson();
  function cloneLesson() {
    clone.mutate(lesson, {
      onSuccess: (made) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: made.id } }),
      onError: (error) => showScreenError(error, LESSON_MESSAGES.cloneFailed),
    });
  }
  return (
    <Button size="compact-sm" variant="default" loading={clone.isPending} onClick={cloneLesson}>
      Clone lesson
    </Button>
  );
}

/** The last line of a traceback says what went wrong. */
function lastLine(error: string): string {
  return error.trimEnd().split('\n').at(-1) ?? error;
}
