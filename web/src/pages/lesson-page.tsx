import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '#contract/client.ts';
import { canDeleteLesson, canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useCloneLesson, useImportLesson } from '#web/features/lessons/api.ts';
import { DeleteLesson } from '#web/features/lessons/delete-lesson.tsx';
import { LessonBanners } from '#web/features/lessons/lesson-banners.tsx';
import { LessonDialogs } from '#web/features/lessons/lesson-dialogs.tsx';
import classes from '#web/features/lessons/lesson-page.module.css';
import { LessonScreens } from '#web/features/lessons/lesson-screens.tsx';
import { MESSAGES } from '#web/features/lessons/messages.ts';
import { MetadataForm } from '#web/features/lessons/metadata-form.tsx';
import { SettingsForm } from '#web/features/lessons/settings-form.tsx';
import { StatusBadge } from '#web/features/lessons/status-badge.tsx';
import { useLessonDraft } from '#web/features/lessons/use-lesson-draft.ts';
import { useLessonEditor, type LessonEditor } from '#web/features/lessons/use-lesson-editor.ts';
import { useLessonEvents } from '#web/features/lessons/use-lesson-events.ts';
import { useLessonSaving } from '#web/features/lessons/use-lesson-saving.ts';
import { AnswerCheckingSection, hasAnswerChecking } from '#web/features/packages/answer-checking-section.tsx';
import { DependencyBanner } from '#web/features/packages/dependency-banner.tsx';
import { needsSaveForPackages } from '#web/features/packages/messages.ts';
import { PackagesSection } from '#web/features/packages/packages-section.tsx';
import { useChecking, type CheckingEditor } from '#web/features/packages/use-checking.ts';
import { useTellDeleted } from '#web/features/trash/use-tell-deleted.ts';
import { ReleaseBanner } from '#web/features/sync/release-banner.tsx';
import { SyncButton } from '#web/features/sync/sync-button.tsx';
import { useSync } from '#web/features/sync/use-sync.tsx';
import { errorText, failureText } from '#web/platform/error-text.ts';
import { lessonQuery, useCurrentUser } from '#web/platform/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { CommandButton } from '#web/ui/command-button.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { useFocusFirstError } from '#web/ui/focus-first-error.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { LinkButton } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
import { LessonReview } from './lesson-review.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId');

/** Milliseconds between looks at a change that is saved and not yet committed, should the live connection be silent. */
const COMMIT_POLL_MS = 5_000;

/** `/lesson/{lessonId}`: the lesson page (B §2). */
export default function LessonPage() {
  const { lessonId } = route.useParams();
  const lesson = useQuery({
    ...lessonQuery(lessonId),
    refetchInterval: ({ state }) => (state.data?.commit_status?.state === 'saved' ? COMMIT_POLL_MS : false),
  });
  useLessonEvents(lessonId);
  if (lesson.data) return <LoadedLesson key={lessonId} lesson={lesson.data} />;
  if (lesson.error instanceof ApiError && lesson.error.status === 404) return <NotFoundPage />;
  return (
    <Page title="Lesson">
      {lesson.isError ? (
        <ErrorBanner text={lesson.error instanceof ApiError ? MESSAGES.lessonFailed(lesson.error.message) : MESSAGES.loadFailed} />
      ) : (
        <TableSkeleton />
      )}
    </Page>
  );
}

function LoadedLesson({ lesson }: { lesson: Lesson }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const editor = useLessonEditor(lesson);
  const draft = useLessonDraft(user.id, lesson.id, editor);
  const clone = useCloneLesson();
  const tellDeleted = useTellDeleted();
  const wholeImport = useImportLesson(lesson.id);
  const sync = useSync(lesson);
  const isReadOnly = !canEditLesson(lesson);
  const saving = useLessonSaving(editor, isReadOnly);
  const checking = useChecking(lesson);
  const columns = useFocusFirstError<HTMLDivElement>(editor.failure);

  function leaveDeleted() {
    void navigate({ to: '/', ignoreBlocker: true });
    tellDeleted.lesson(lesson);
  }

  return (
    <Page
      title={`Lesson ${lesson.sequence}`}
      isTopSticky
      beside={
        <>
          <StatusBadge status={lesson.release_status} />
          {isReadOnly ? null : <SaveState state={editor.state} commit={lesson.commit_status} />}
        </>
      }
      actions={
        isReadOnly ? null : (
          <>
            <SyncButton sync={sync} />
            <CommandButton command={saving.saveWithMessage} variant="default" />
            <CommandButton command={saving.save} loading={editor.isSaving} />
          </>
        )
      }
    >
      <LessonBanners
        lesson={lesson}
        draft={isReadOnly ? null : draft}
        clone={{
          run: () =>
            clone.mutate(lesson, { onSuccess: (copy) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: copy.id } }) }),
          isBusy: clone.isPending,
          error: clone.isError ? errorText(clone.error, MESSAGES.cloneFailed) : null,
        }}
        wholeImport={{
          run: () => wholeImport.mutate(),
          isBusy: wholeImport.isPending,
          error: wholeImport.isError ? failureText(wholeImport.error, MESSAGES.importFailed) : null,
        }}
        release={<ReleaseBanner lesson={lesson} sync={sync} />}
        saveError={editor.error}
        incomplete={saving.incomplete}
      />
      <div className={classes.banners}>
        {/* What is not here yet cannot be told of. */}
        {lesson.is_shallow_import ? null : <DependencyBanner lesson={lesson} isChanged={checking.isDirty} />}
      </div>
      <div className={classes.columns} ref={columns}>
        <div className={classes.main}>
          <Section title="Metadata">
            <MetadataForm
              lesson={lesson}
              editor={editor}
              isReadOnly={isReadOnly}
              pendingObjective={saving.pendingObjective}
              onPendingObjective={saving.setPendingObjective}
            />
          </Section>
          <Section title="Settings">
            <SettingsForm editor={editor} isReadOnly={isReadOnly} />
          </Section>
        </div>
        <div className={classes.side}>
          {lesson.is_shallow_import ? (
            <Section title="Screens">{MESSAGES.comesWithImport}</Section>
          ) : (
            <>
              <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId: lesson.id }} variant="default">
                Test lesson
              </LinkButton>
              <Section title="Screens">
                <LessonScreens lessonId={lesson.id} canAdd={!isReadOnly} />
              </Section>
              <CheckingSections lesson={lesson} editor={editor} checking={checking} isExternal={user.external} isReadOnly={isReadOnly} />
            </>
          )}
          {lesson.is_main ? null : (
            <Section title="Review">
              <LessonReview lesson={lesson} isDirty={editor.isDirty || checking.isDirty} />
            </Section>
          )}
          {canDeleteLesson(user, lesson) && !lesson.is_shallow_import ? <DeleteLesson lesson={lesson} onDeleted={leaveDeleted} /> : null}
        </div>
      </div>
      <LessonDialogs lesson={lesson} editor={editor} saving={saving} />
      {/* The form asks for itself, and one question is enough. */}
      <LeaveGuard
        isDirty={!editor.isDirty && (checking.isDirty || checking.pending.trim() !== '')}
        what={`the packages of lesson ${lesson.sequence}`}
        promise="They are lost if you leave."
      />
    </Page>
  );
}

interface CheckingSectionsProps {
  lesson: Lesson;
  editor: LessonEditor;
  checking: CheckingEditor;
  isExternal: boolean;
  isReadOnly: boolean;
}

/** Answer Checking and Packages, for lessons whose code runs. */
function CheckingSections({ lesson, editor, checking, isExternal, isReadOnly }: CheckingSectionsProps) {
  const { language } = lesson;
  // The command line has no package for custom checking: there it is a field of the form (B §7).
  const isField = language === 'cli';
  return (
    <>
      {hasAnswerChecking(language, isExternal) ? (
        <Section title="Answer Checking">
          <AnswerCheckingSection
            language={language}
            isExternal={isExternal}
            isReadOnly={isReadOnly}
            isCustom={isField ? editor.fields.custom_check_enabled : checking.shown.custom_check_enabled}
            isLegacy={checking.shown.legacy_check_enabled}
            onCustom={(custom_check_enabled) => (isField ? editor.edit({ custom_check_enabled }) : checking.wish({ custom_check_enabled }))}
            onLegacy={(legacy_check_enabled) => checking.wish({ legacy_check_enabled })}
          />
        </Section>
      ) : null}
      {lesson.has_runner ? (
        <Section title="Packages">
          <PackagesSection
            lesson={lesson}
            checking={checking}
            isReadOnly={isReadOnly}
            isLessonDirty={editor.isDirty}
            isListOutdated={needsSaveForPackages(editor.fields, editor.isDirty)}
          />
        </Section>
      ) : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} className={classes.sectionTitle ?? ''}>
        {title}
      </Title>
      {children}
    </section>
  );
}
