import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { ScreenTrust } from '#features/check-trust/web/screen-trust.tsx';
import type { CommentsSearch } from '#features/comments/web/comments-search.ts';
import { MandatoryBanner } from '#features/comments/web/mandatory-banner.tsx';
import { useWhoWrote } from '#features/history/web/use-who-wrote.tsx';
import { useModelDrafts } from '#features/language-model/web/use-model-drafts.tsx';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit, hasJupyterLab } from '#features/lessons/lessons.policy.ts';
import { useCloneLesson } from '#features/lessons/web/api.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { useLessonImages } from '#features/lessons/web/images/use-lesson-images.tsx';
import { MESSAGES as LESSON_MESSAGES } from '#features/lessons/web/messages.ts';
import { BuildPackage } from '#features/packages/web/build-package.tsx';
import { DependencyBanner, DependencyStatus, PackagesLink } from '#features/packages/web/dependency-banner.tsx';
import { ScreenFindings } from '#features/preflight/web/screen-findings.tsx';
import { useSpelling } from '#features/preflight/web/use-spelling.ts';
import type { ProposalSearch } from '#features/proposals/web/proposal-search.ts';
import { WaitingProposals } from '#features/proposals/web/waiting-proposals.tsx';
import { ReopenRelease } from '#features/releases/web/reopen-release.tsx';
import { FixBanner } from '#features/review/web/fix-banner.tsx';
import { NewerOnMain } from '#features/review/web/newer-on-main.tsx';
import { JUPYTERLAB } from '#features/runs/contract/applications.ts';
import { CannotRunBanner } from '#features/runs/web/cannot-run-banner.tsx';
import { type RunOffer, useRunCommands } from '#features/runs/web/run-buttons.tsx';
import { isRunning } from '#features/runs/web/run-state.ts';
import { useRun } from '#features/runs/web/use-run.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { codeTabs } from '#features/screens/web/code-tabs.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';
import { ReleaseBanner } from '#features/sync/web/release-banner.tsx';
import { useSync } from '#features/sync/web/use-sync.tsx';
import { GateBanner } from '#features/tests/web/gate-banner.tsx';
import { useDeletedToast } from '#features/trash/web/use-deleted-toast.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { useCommands } from '#platform/web/commands.ts';
import { KeptHistoriesContext, OpenEditorsContext } from '#platform/web/ui/code-editor/open-editors.ts';
import { writeInto } from '#platform/web/ui/code-editor/write-into.ts';
import { EditorConflict } from '#platform/web/ui/editing/editor-conflict.tsx';
import { SaveOnLeave } from '#platform/web/ui/editing/save-on-leave.tsx';
import { type UnsavedParts, UnsavedPartsContext, useUnsavedPart } from '#platform/web/ui/editing/unsaved-parts.ts';
import { usePageAutoSave } from '#platform/web/ui/editing/use-page-auto-save.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { FocusModeContext } from '#platform/web/ui/markdown-editor/focus-mode.ts';
import { PastedLinksContext } from '#platform/web/ui/markdown-editor/pasted-links.ts';
import { SpellingContext } from '#platform/web/ui/markdown-editor/spelling.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { Pane, PanesHandle } from '#platform/web/ui/panes/pane.ts';
import { Panes } from '#platform/web/ui/panes/panes.tsx';
import { ContentPane } from '../screens/content-pane.tsx';
import { firstCodeTab, firstSection } from '../screens/first-tab.ts';
import { FixButton } from '../screens/fix-button.tsx';
import { OptionsButton } from '../screens/options-button.tsx';
import { isForChecks, resultTab } from '../screens/result-tab.ts';
import { runInput, runTarget } from '../screens/run-target.ts';
import { SaveActions } from '../screens/save-actions.tsx';
import { ScreenBanners } from '../screens/screen-banners.tsx';
import { ScreenFooter } from '../screens/screen-footer.tsx';
import { ScreenTitle } from '../screens/screen-title.tsx';
import { showScreenError } from '../screens/show-screen-error.ts';
import { TextLength } from '../screens/text-length.tsx';
import type { useArrangeScreens } from '../screens/use-arrange-screens.ts';
import { useCopyScreen } from '../screens/use-copy-screen.tsx';
import { useDiscard } from '../screens/use-discard.tsx';
import { filledFields } from '../screens/use-filled.ts';
import { useScreenEditing } from '../screens/use-screen-editing.ts';
import type { useStretch } from '../screens/use-stretch.ts';
import { linkToPage } from './link-to-page.ts';
import { ScreenCode } from './screen-code.tsx';
import { ScreenOutput } from './screen-output.tsx';
import type { FocusMode } from './use-focus-mode.ts';
import { type Joining, useJoinCommands } from './use-join-commands.ts';
import { useLearnerPreview } from './use-learner-preview.tsx';
import { useOpenedLine } from './use-opened-line.ts';
import { useScreenComments } from './use-screen-comments.tsx';
import { useScreenQuestions } from './use-screen-questions.tsx';
import classes from './screen-editor.module.css';

const loadProject = async () => ({ default: (await import('#features/runs/web/applications/project-view.tsx')).ProjectView });

/** Windows with room for a footer; in others its options are behind a button. */
const ROOMY = '(min-width: 861px) and (min-height: 601px)';

interface ScreenEditorProps {
  lesson: Lesson;
  screen: Screen;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  /** Everything on the page that is saved together. */
  parts: UnsavedParts;
  /** The automatic saves of the lesson. */
  automatic: ReturnType<typeof useStretch>;
  focus: FocusMode;
  /** The places in the page's header for the title and the save actions; null until they exist. */
  slots: { fields: HTMLElement | null; save: HTMLElement | null };
  arranging: ReturnType<typeof useArrangeScreens>;
  joining: Joining;
}

/** One open screen: its title and save actions in the header, its panes, its footer and its dialogs. Remounted for another screen. */
export function ScreenEditor({ lesson, screen, screens, parts, automatic, focus, slots, arranging, joining }: ScreenEditorProps) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const tellDeleted = useDeletedToast();
  const editing = useScreenEditing(screen, lesson, user, automatic.note);
  const { fields, conflict } = editing;
  const { error, isInConflict, session, save } = editing;
  useUnsavedPart({ name: 'the screen', state: editing.state, error, isInConflict, watch: session.watch, save }, parts);
  usePageAutoSave(parts, !editing.isReadOnly);
  const { images, dialogs: imageDialogs } = useLessonImages(lesson);
  const sync = useSync(lesson);
  const outlivesPage = lesson.enabled_features.includes('Long-running code');
  const { run, start, stop } = useRun({ lessonId: lesson.id, screenId: screen.id, outlivesPage });
  const [search, setSearch] = useTabs();
  const panes = useRef<PanesHandle>(null);
  const isCode = fields.type === 'code';
  const isRoomy = useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false });

  const tabs = codeTabs({
    lesson,
    screen: { hasRemoteRun: editing.hasRemoteRun, hasSetup: screen.setup_code !== '', dynamic_answer: fields.dynamic_answer },
    isExternal: user.external,
  });
  // As the screen was opened: tabs don't change while one writes.
  const [first] = useState(() => {
    const filled = filledFields(editing.session);
    return {
      code: firstCodeTab(tabs, { filled, check_val: fields.check_val }),
      section: firstSection({ filled, questions: screen.multipleChoiceQuestions.length }),
    };
  });
  const codeTab = tabs.find((tab) => tab === (search.code ?? first.code)) ?? tabs[0] ?? 'initial';
  const section = search.section ?? first.section;
  const comments = useScreenComments({
    lesson,
    screen,
    editing,
    codeTabs: isCode ? tabs : [],
    section,
    panes,
    search,
    isQuiet: focus.isOn,
    onTabs: setSearch,
  });
  useOpenedLine({ search, section, panes, editors: comments.editors });
  const spelling = useSpelling({ lesson, isReadOnly: editing.isReadOnly });
  const whoWrote = useWhoWrote(lesson.id, screen, comments.editors);
  const questions = useScreenQuestions(lesson, screen, parts, {
    session,
    onAutomatic: automatic.note,
    onShow: () => {
      panes.current?.show('content');
      setSearch({ section: 'questions' });
    },
  });
  const joinCommands = useJoinCommands({
    screen,
    screens,
    editors: comments.editors,
    page: parts,
    isReadOnly: editing.isReadOnly,
    joining,
  });
  const discard = useDiscard({ screen, editing, page: parts, discardUnsaved });
  const copying = useCopyScreen({
    lessonId: lesson.id,
    screenId: screen.id,
    isReadOnly: editing.isReadOnly,
    page: parts,
    onMoved: leaveMoved,
  });
  const drafts = useModelDrafts({
    lesson,
    screen,
    isReadOnly: editing.isReadOnly,
    page: parts,
    onProposal: (proposal) => setSearch({ proposal }),
  });
  const firstResult = isTerminal(lesson.language) ? 'terminal' : 'output';
  const shownResult = search.result ?? firstResult;

  function openResult(result: NonNullable<ScreenSearch['result']>) {
    setSearch({ result: result === firstResult ? undefined : result });
  }
  const options = {
    editing,
    lessonId: lesson.id,
    language: lesson.language,
    onOutput: () => {
      panes.current?.show('output');
      setSearch({ result: firstResult === 'output' ? undefined : 'output', preview: undefined });
    },
  };
  function runCode(withChecks: boolean) {
    panes.current?.show('output');
    const result = resultTab(codeTab, withChecks, shownResult);
    // The preview is where the output was.
    setSearch({ result: result === firstResult ? undefined : result, preview: undefined });
    start({ ...runInput(editing, codeTab), isJudged: withChecks || isForChecks(codeTab) });
  }
  const offer: RunOffer = {
    canRun: lesson.language !== null && !isRunning(run),
    isDeploy: codeTab === 'remote_run_code',
    isAnswer: codeTab !== 'answer' && runTarget(codeTab) === 'answer',
    isForChecks: isForChecks(codeTab),
    onRun: runCode,
  };
  useRunCommands(isCode, offer);

  const shown: Pane[] = [
    {
      id: 'content',
      title: 'Content',
      content: comments.beside(
        <ContentPane
          editing={editing}
          language={lesson.language}
          section={section}
          onSection={(next) => setSearch({ section: next })}
          onShow={() => panes.current?.show('content')}
          onQuestion={questions.add}
          extraTabs={[...questions.tabs, comments.tab]}
        />,
      ),
    },
  ];
  if (isCode) {
    shown.push(
      {
        id: 'code',
        title: 'Code',
        content: (
          <ScreenCode
            editing={editing}
            lesson={lesson}
            screen={screen}
            tabs={tabs}
            tab={codeTab}
            onTab={(code) => setSearch({ code, file: undefined })}
            file={search.file}
            onFile={(file) => setSearch({ file })}
            onShow={() => panes.current?.show('code')}
            run={run}
            offer={offer}
          />
        ),
      },
      {
        id: 'output',
        title: 'Output',
        content: (
          <ScreenOutput
            editing={editing}
            lesson={lesson}
            screenId={screen.id}
            screens={screens}
            run={run}
            onStop={stop}
            hasCustomCheck={tabs.includes('custom')}
            tab={shownResult}
            onTab={openResult}
          />
        ),
      },
    );
  }
  if (hasJupyterLab(lesson)) {
    const buildOffer = (onBuilt: () => void) =>
      mayEdit(user, lesson) && <BuildPackage lesson={lesson} name={JUPYTERLAB} title="JupyterLab" onBuilt={onBuilt} />;
    shown.push({ id: 'project', title: 'Project', content: <OnDemand load={loadProject} props={{ lessonId: lesson.id, buildOffer }} /> });
  }
  const preview = useLearnerPreview({
    lesson,
    screens,
    screen,
    session: editing.session,
    questions: questions.fields,
    open: search.preview ?? null,
    onOpen: (open) => setSearch({ preview: open ?? undefined }),
    onEdit: (id) => void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: lesson.id, screenId: String(id) } }),
  });
  if (preview.panes.length > 0) {
    // Its results are its own: it takes the room of the output.
    const output = shown.findIndex(({ id }) => id === 'output');
    shown.splice(output === -1 ? shown.length : output, output === -1 ? 0 : 1, ...preview.panes);
  }
  useCommands(
    shown.length > 1
      ? shown.map((pane) => ({
          id: `toggle-pane:${pane.id}`,
          label: `Toggle ${pane.title.toLowerCase()} pane`,
          group: 'Settings' as const,
          keywords: 'pane',
          run: () => panes.current?.toggle(pane.id),
        }))
      : [],
  );

  return (
    <main className={classes.main} id="content" aria-label="Screen">
      <ScreenBanners
        editing={editing}
        page={parts}
        waysOut={
          <>
            {editing.readOnly === 'published' ? <FixButton lesson={lesson} screenUuid={screen.uuid} size="compact-sm" /> : null}
            {editing.readOnly === 'closed' ? <ReopenRelease releaseId={lesson.release_id} size="compact-sm" /> : null}
            <CloneButton lesson={lesson} />
          </>
        }
        release={
          <>
            <ReleaseBanner lesson={lesson} sync={sync} />
            <NewerOnMain lesson={lesson} />
            <FixBanner lesson={lesson} parts={parts} />
          </>
        }
      />
      {sync.dialog}
      {mayEdit(user, lesson) && (
        <WaitingProposals
          lessonId={lesson.id}
          screenId={screen.id}
          opened={search.proposal ?? null}
          onOpen={(proposal) => setSearch({ proposal: proposal ?? undefined })}
          saveFirst={() => (parts.state().isDirty ? parts.saveAll() : Promise.resolve(true))}
        />
      )}
      <MandatoryBanner lessonId={lesson.id} canClose />
      <DependencyBanner lesson={lesson} isQuiet actions={<PackagesLink lessonId={lesson.id} />} />
      {isCode && <CannotRunBanner lesson={lesson} />}
      {isCode && <GateBanner lessonId={lesson.id} screenId={screen.id} />}
      <div className={classes.panes}>
        <KeptHistoriesContext value={`${user.id}/screen/${screen.id}`}>
          <EditorImagesContext value={images}>
            <OpenEditorsContext value={comments.editors}>
              <UnsavedPartsContext value={parts}>
                <FocusModeContext value={focus.isOn}>
                  <SpellingContext value={spelling}>
                    <PastedLinksContext value={linkToPage}>
                      <Panes panes={focus.isOn ? shown.slice(0, 1) : shown} storageKey="screen" handle={panes} />
                    </PastedLinksContext>
                  </SpellingContext>
                </FocusModeContext>
              </UnsavedPartsContext>
            </OpenEditorsContext>
            {preview.dialog}
          </EditorImagesContext>
        </KeptHistoriesContext>
      </div>
      <ScreenFooter
        {...options}
        isRoomy={isRoomy && !focus.isOn}
        status={
          <>
            <TextLength lessonId={lesson.id} screenId={screen.id} session={session} />
            <ScreenFindings lessonId={lesson.id} screenId={screen.id} isReadOnly={!mayEdit(user, lesson)} />
            {isCode && <ScreenTrust lessonId={lesson.id} screenId={screen.id} />}
            <DependencyStatus lesson={lesson} />
          </>
        }
      />
      {slots.fields &&
        createPortal(
          <ScreenTitle editing={editing} onDone={writeText}>
            {isCode && !isRoomy && <OptionsButton {...options} />}
          </ScreenTitle>,
          slots.fields,
        )}
      {slots.save &&
        createPortal(
          <SaveActions
            lessonId={lesson.id}
            screen={screen}
            screens={screens}
            editing={editing}
            page={parts}
            automatic={automatic}
            hasConflict={conflict !== null || questions.hasConflict}
            arranging={arranging}
            more={[focus.toggle, ...drafts.commands, ...joinCommands, ...copying.commands, ...whoWrote.commands, ...discard.commands]}
            onDeleted={leaveDeleted}
          />,
          slots.save,
        )}
      {imageDialogs}
      <EditorConflict editor={editing} fieldLabel={(field) => fieldLabel(field, fields.type)} />
      {questions.dialog}
      {whoWrote.dialog}
      {discard.dialog}
      {copying.dialog}
      {drafts.dialog}
      <SaveOnLeave parts={parts} />
    </main>
  );

  function discardUnsaved() {
    session.discard();
    questions.discard();
  }

  function writeText() {
    panes.current?.show('content');
    setSearch({ section: 'body_markdown' });
    writeInto(() => comments.editors.endOf('body_markdown'));
  }

  /** Goes to the screen that now has its number, else to the last screen, else to the lesson. */
  function leaveDeleted(remaining: readonly ListedScreen[]) {
    const next = remaining.find((each) => each.sequence === screen.sequence) ?? remaining.at(-1);
    const lessonId = lesson.id;
    const isStillThere = () => next !== undefined && location.pathname === `/lesson/${lessonId}/screen/${next.id}`;
    // Undo leads back, unless the author has gone on to something else.
    const goBack = () => {
      if (isStillThere())
        void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(screen.id) }, replace: true });
    };
    tellDeleted.screen(screen, screen.title.trim() || `Screen ${screen.sequence}`, lesson.sequence, goBack);
    goOn(next);
  }

  function leaveMoved() {
    const remaining = screens.filter(({ id }) => id !== screen.id);
    goOn(remaining[screen.sequence - 1] ?? remaining.at(-1));
  }

  /** This screen is gone. */
  function goOn(next: ListedScreen | undefined) {
    const leaving = { replace: true, ignoreBlocker: true };
    const params = { lessonId: lesson.id };
    if (next) void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { ...params, screenId: String(next.id) }, ...leaving });
    else void navigate({ to: '/lesson/$lessonId', params, ...leaving });
  }
}

type EditorSearch = ScreenSearch & CommentsSearch & ProposalSearch;

/** Which tabs are open, in the address, so that a link shows the same and the way back does not step through them. */
function useTabs() {
  const from = '/signed-in/lesson/$lessonId/screen/$screenId';
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/lesson/$lessonId/screen/$screenId' });
  const set = (change: { [K in keyof EditorSearch]: EditorSearch[K] | undefined }) =>
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
