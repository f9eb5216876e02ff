import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '#contract/client.ts';
import { canDeleteLesson, canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useCloneLesson } from '#web/features/lessons/api.ts';
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
import { useLessonEditor } from '#web/features/lessons/use-lesson-editor.ts';
import { useLessonEvents } from '#web/features/lessons/use-lesson-events.ts';
import { useLessonSaving } from '#web/features/lessons/use-lesson-saving.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonQuery, useCurrentUser } from '#web/platform/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { CommandButton } from '#web/ui/command-button.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { useFocusFirstError } from '#web/ui/focus-first-error.ts';
import { LinkButton } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
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
  const isReadOnly = !canEditLesson(lesson);
  const saving = useLessonSaving(editor, isReadOnly);
  const columns = useFocusFirstError<HTMLDivElement>(editor.failure);

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
        saveError={editor.error}
        incomplete={saving.incomplete}
      />
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
          <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId: lesson.id }} variant="default">
            Test lesson
          </LinkButton>
          <Section title="Screens">
            <LessonScreens lessonId={lesson.id} canAdd={!isReadOnly} />
          </Section>
          {canDeleteLesson(user, lesson) ? (
            <DeleteLesson lesson={lesson} onDeleted={() => void navigate({ to: '/', ignoreBlocker: true })} />
          ) : null}
        </div>
      </div>
      <LessonDialogs lesson={lesson} editor={editor} saving={saving} />
    </Page>
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
