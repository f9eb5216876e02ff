import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { peopleQuery } from '#features/accounts/web/people/people-query.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { COMMIT_POLL_MS, isOnItsWay } from '#features/changes/web/commit-poll.ts';
import { SaveState } from '#features/changes/web/save-state.tsx';
import { lessonCommentsQuery, openMandatoryQuery } from '#features/comments/web/api.ts';
import { MandatoryBanner } from '#features/comments/web/mandatory-banner.tsx';
import type { HistorySearch } from '#features/history/web/history-search.ts';
import { LessonNewsBanner } from '#features/history/web/lesson-news.tsx';
import { lessonNewsQuery } from '#features/history/web/queries.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { useCloneLesson, useImportLesson } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { usePresence } from '#features/lessons/web/presence/use-presence.ts';
import { lessonQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { StatusBadge } from '#features/lessons/web/status-badge.tsx';
import { useLessonEvents } from '#features/lessons/web/use-lesson-events.ts';
import { buildQuery } from '#features/packages/web/api.ts';
import { isCheckingEdited } from '#features/packages/web/checking.ts';
import { DependencyBanner } from '#features/packages/web/dependency-banner.tsx';
import { type CheckingEditor, useChecking } from '#features/packages/web/use-checking.ts';
import { PlanningLine } from '#features/planning/web/planning-line.tsx';
import { lessonProposalsQuery } from '#features/proposals/web/queries.ts';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { FixBanner } from '#features/review/web/fix-banner.tsx';
import { NewerOnMain } from '#features/review/web/newer-on-main.tsx';
import { collectionConflictQuery } from '#features/sync/web/api.ts';
import { CollectionConflictBanner } from '#features/sync/web/collection-conflict.tsx';
import { ReleaseBanner } from '#features/sync/web/release-banner.tsx';
import { SyncButton } from '#features/sync/web/sync-button.tsx';
import { useSync } from '#features/sync/web/use-sync.tsx';
import { useDeletedToast } from '#features/trash/web/use-deleted-toast.ts';
import { ApiError } from '#platform/contract/client.ts';
import { failureText, loadFailureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { CommandButton } from '#platform/web/ui/command-button.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { UnsavedPartsContext, useUnsavedPart, useUnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SectionLinks } from '#platform/web/ui/section-links.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { NewLessonButton } from './lesson-list/new-lesson-button.tsx';
import { LessonLeftToDo } from './lesson-page/left-to-do.tsx';
import { LessonBanners } from './lesson-page/lesson-banners.tsx';
import { LessonDialogs } from './lesson-page/lesson-dialogs.tsx';
import { LessonPeople, LessonScreenNav } from './lesson-page/lesson-outline.tsx';
import type { LessonTab } from './lesson-page/lesson-search.ts';
import { lessonPanels } from './lesson-page/lesson-sections.tsx';
import { LessonTabs } from './lesson-page/lesson-tabs.tsx';
import { MetadataForm } from './lesson-page/metadata-form.tsx';
import { PlanningForm } from './lesson-page/planning-form.tsx';
import { SettingsForm } from './lesson-page/settings-form.tsx';
import { shallowPanels } from './lesson-page/shallow-sections.tsx';
import { TemplateSwitch } from './lesson-page/template-switch.tsx';
import { type LessonEditor, useLessonEditor } from './lesson-page/use-lesson-editor.ts';
import { type LessonSaving, useLessonSaving } from './lesson-page/use-lesson-saving.ts';
import { useNotebooks } from './lesson-page/use-notebooks.ts';
import classes from './lesson-page/lesson-page.module.css';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId');

/** `/lesson/{lessonId}`: the lesson page. */
export default function LessonPage() {
  const { lessonId } = route.useParams();
  const lesson = useQuery({
    ...lessonQuery(lessonId),
    refetchInterval: ({ state }) => (isOnItsWay(state.data?.commit_status) ? COMMIT_POLL_MS : false),
  });
  useLessonEvents(lessonId);
  if (lesson.data) return <ReadyLesson key={lessonId} lesson={lesson.data} />;
  if (lesson.error instanceof ApiError && lesson.error.status === 404) return <NotFoundPage />;
  return lesson.isError ? (
    <Page title="Lesson" layout="detail">
      <ErrorBanner text={loadFailureText(lesson.error, MESSAGES.lessonFailed)} />
    </Page>
  ) : (
    <LoadingLesson />
  );
}

function LoadingLesson() {
  return (
    <Page title="Lesson" layout="detail">
      <TableSkeleton label={MESSAGES.lessonLoading} />
    </Page>
  );
}

/** Waits for what is shown above the tabs. */
function ReadyLesson({ lesson }: { lesson: Lesson }) {
  const { external } = useCurrentUser();
  const client = useQueryClient();
  const { id, is_shallow_import: isShallow } = lesson;
  const isReady = useFirstReplies([
    screenNamesQuery(id),
    lessonNewsQuery(id),
    { ...lessonCommentsQuery(id), enabled: !isShallow },
    { ...openMandatoryQuery(id), enabled: !isShallow },
    { ...lessonProposalsQuery(id), enabled: !isShallow },
    { ...collectionConflictQuery(id), enabled: !external },
    { ...buildQuery(client, id), enabled: lesson.has_runner && !isShallow },
    { ...peopleQuery, enabled: !external },
  ]);
  return isReady ? <LoadedLesson lesson={lesson} /> : <LoadingLesson />;
}

function LoadedLesson({ lesson }: { lesson: Lesson }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const isReadOnly = !mayEdit(user, lesson);
  const editor = useLessonEditor(lesson, user.id, isReadOnly);
  const clone = useCloneLesson();
  const tellDeleted = useDeletedToast();
  const wholeImport = useImportLesson(lesson.id);
  const sync = useSync(lesson);
  const people = usePresence(lesson.id, null);
  const { parts, unsaved } = useUnsavedParts();
  useUnsavedPart({ name: 'the lesson', state: editor.state, error: editor.error, save: editor.save }, parts);
  const checking = useChecking(lesson, editor);
  const packageName = { text: checking.pending, forget: () => checking.setPending('') };
  const saving = useLessonSaving({ editor, parts, packageName, isReadOnly });
  const { tab = 'screens' } = route.useSearch();
  const setTab = (next: LessonTab) =>
    void navigate({
      to: '/lesson/$lessonId',
      params: { lessonId: lesson.id },
      search: next === 'screens' ? {} : { tab: next },
      replace: true,
    });
  const problem = saving.refusal ?? editor.failure;
  const problemTab = tabOfProblem(saving.problems, editor.fieldErrors);
  const showProblem = useEffectEvent(() => problemTab !== null && problemTab !== tab && setTab(problemTab));
  useEffect(() => {
    if (problem) showProblem();
  }, [problem]);
  const content = useFocusFirstError<HTMLDivElement>(problemTab === tab ? problem : null);
  const notebooks = useNotebooks(lesson);

  function leaveDeleted() {
    void navigate({ to: '/', ignoreBlocker: true });
    tellDeleted.lesson(lesson);
  }

  const sections = lessonPanels({
    lesson,
    user,
    editor,
    checking,
    saving,
    unsaved: [...unsavedFields(editor, checking), ...unsaved.filter((name) => name !== 'the lesson')],
    isReadOnly,
    people,
    onDeleted: leaveDeleted,
  });
  const settings = [
    { title: 'Planning', content: <PlanningForm editor={editor} isReadOnly={isReadOnly} /> },
    { title: 'Metadata', content: <MetadataForm lesson={lesson} editor={editor} isReadOnly={isReadOnly} saving={saving} /> },
    {
      title: 'Settings',
      content: <SettingsForm editor={editor} actor={user} isReadOnly={isReadOnly} saving={saving} notebooks={notebooks} />,
    },
    ...(user.external ? [] : [{ title: 'Reuse', content: <TemplateSwitch lesson={lesson} /> }]),
  ];
  const panels = {
    ...(lesson.is_shallow_import ? shallowPanels(lesson, user) : sections),
    history: tab === 'history' ? <HistoryTab lessonId={lesson.id} isReadOnly={isReadOnly} /> : null,
    settings: settings.map(({ title, content }) => (
      <PageSection key={title} title={title}>
        {content}
      </PageSection>
    )),
  };

  return (
    <Page
      title={lesson.title === '' ? `Lesson ${lesson.sequence}` : `Lesson ${lesson.sequence} · ${lesson.title}`}
      layout="detail"
      isTopSticky
      aside={
        <>
          {isReadOnly || lesson.is_shallow_import ? null : (
            <LessonLeftToDo lesson={lesson} isExternal={user.external} isDirty={unsaved.length > 0} />
          )}
          {tab === 'settings' ? <SectionLinks titles={settings.map(({ title }) => title)} /> : null}
        </>
      }
      beside={
        <>
          <StatusBadge status={lessonStatus(lesson)} />
          {lesson.is_shallow_import ? null : <LessonScreenNav lessonId={lesson.id} isReadOnly={isReadOnly} />}
          <LessonPeople lessonId={lesson.id} people={people} />
          {isReadOnly ? null : <SaveState state={saving.state} commit={lesson.commit_status} />}
        </>
      }
      actions={
        <>
          <NewLessonButton lesson={lesson} visibleFrom="sm" />
          {isReadOnly ? null : (
            <>
              <SyncButton sync={sync} />
              <CommandButton command={saving.saveWithMessage} variant="default" />
              <CommandButton command={saving.save} loading={saving.state === 'saving'} />
            </>
          )}
        </>
      }
    >
      <LessonBanners
        lesson={lesson}
        draft={editor.draft}
        clone={{
          run: () =>
            clone.mutate(lesson, { onSuccess: (copy) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: copy.id } }) }),
          isBusy: clone.isPending,
          error: clone.isError ? failureText(clone.error, MESSAGES.cloneFailed) : null,
        }}
        wholeImport={{
          run: () => wholeImport.mutate(),
          isBusy: wholeImport.isPending,
          error: wholeImport.isError ? failureText(wholeImport.error, MESSAGES.importFailed) : null,
        }}
        release={
          <>
            <ReleaseBanner lesson={lesson} sync={sync} />
            <NewerOnMain lesson={lesson} />
            <FixBanner lesson={lesson} parts={parts} />
          </>
        }
        collection={isReadOnly || user.external ? null : <CollectionConflictBanner lessonId={lesson.id} />}
        saveError={editor.error}
        warning={saving.unfinished.warning}
      />
      <div className={classes.banners}>
        {/* A shallow lesson has neither packages nor comments yet. */}
        {lesson.is_shallow_import ? null : <DependencyBanner lesson={lesson} isChanged={checking.isDirty} />}
        {lesson.is_shallow_import ? null : <MandatoryBanner lessonId={lesson.id} />}
        <LessonNewsBanner lessonId={lesson.id} />
      </div>
      <PlanningLine lesson={lesson} />
      <div ref={content} className={isReadOnly ? classes.readOnly : undefined}>
        <UnsavedPartsContext value={parts}>
          <LessonTabs tab={tab} onTab={setTab} unsaved={unsavedTabs(editor, checking, saving, unsaved)} panels={panels} />
        </UnsavedPartsContext>
      </div>
      <LessonDialogs lesson={lesson} editor={editor} saving={saving} parts={parts} />
    </Page>
  );
}

const loadHistory = async () => ({ default: (await import('#features/history/web/history-view.tsx')).HistoryView });

/** The history beside the other tabs; a chosen version has its own address. */
function HistoryTab({ lessonId, isReadOnly }: { lessonId: number; isReadOnly: boolean }) {
  const navigate = useNavigate();
  const onSearch = (search: HistorySearch) => void navigate({ to: '/lesson/$lessonId/history', params: { lessonId }, search });
  return (
    <OnDemand load={loadHistory} props={{ owner: { kind: 'lesson', id: lessonId }, search: {}, onSearch, isReadOnly }}>
      <TableSkeleton />
    </OnDemand>
  );
}

/** The tab with the field that keeps the last save from being stored; null: there is none. */
function tabOfProblem(...problems: readonly Readonly<Record<string, string>>[]): LessonTab | null {
  const [field] = problems.flatMap((each) => Object.keys(each));
  if (field === undefined) return null;
  return isCheckingEdited([field]) ? 'packages' : 'settings';
}

/** The tabs with something unsaved. All parts that are saved separately are data files. */
function unsavedTabs(editor: LessonEditor, checking: CheckingEditor, saving: LessonSaving, parts: readonly string[]): Set<LessonTab> {
  const { packages = '', ...lists } = saving.unfinished.texts;
  const hasSettings = editor.dirty.some((name) => !isCheckingEdited([name])) || Object.values(lists).some((text) => text.trim() !== '');
  const hasPackages =
    checking.isDirty || checking.pending.trim() !== '' || packages.trim() !== '' || parts.some((name) => name !== 'the lesson');
  return new Set([...(hasSettings ? ['settings' as const] : []), ...(hasPackages ? ['packages' as const] : [])]);
}

/** The groups of the lesson's own fields that have edits, by their headings. */
function unsavedFields({ dirty }: LessonEditor, checking: CheckingEditor): string[] {
  const others = dirty.filter((name) => !isCheckingEdited([name]));
  return [...(others.length > 0 ? ['Metadata and settings'] : []), ...(checking.isDirty ? ['Packages and answer checking'] : [])];
}
