import { Title } from '@mantine/core';
import { IconDeviceFloppy, IconMessage2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { canDeleteLesson, canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { ApiError } from '#contract/client.ts';
import { useAddScreen, useCloneLesson } from '#web/features/lessons/api.ts';
import { DeleteLesson } from '#web/features/lessons/delete-lesson.tsx';
import { fieldLabel } from '#web/features/lessons/field-labels.ts';
import { LessonBanners } from '#web/features/lessons/lesson-banners.tsx';
import classes from '#web/features/lessons/lesson-page.module.css';
import { MESSAGES } from '#web/features/lessons/messages.ts';
import { MetadataForm } from '#web/features/lessons/metadata-form.tsx';
import { ScreenList } from '#web/features/lessons/screen-list.tsx';
import { SettingsForm } from '#web/features/lessons/settings-form.tsx';
import { StatusBadge } from '#web/features/lessons/status-badge.tsx';
import { useLessonDraft } from '#web/features/lessons/use-lesson-draft.ts';
import { useLessonEditor } from '#web/features/lessons/use-lesson-editor.ts';
import { useLessonEvents } from '#web/features/lessons/use-lesson-events.ts';
import { useCommands } from '#web/platform/commands.ts';
import type { Command } from '#web/platform/commands.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonQuery, screensQuery, useCurrentUser } from '#web/platform/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { CommandButton } from '#web/ui/command-button.tsx';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { useFocusFirstError } from '#web/ui/focus-first-error.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { MessageDialog } from '#web/ui/message-dialog.tsx';
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
      {lesson.isError ? <ErrorBanner text={errorText(lesson.error, MESSAGES.loadFailed)} /> : <TableSkeleton />}
    </Page>
  );
}

function LoadedLesson({ lesson }: { lesson: Lesson }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const screens = useQuery(screensQuery(lesson.id));
  const editor = useLessonEditor(lesson);
  const draft = useLessonDraft(user.id, lesson.id, editor);
  const clone = useCloneLesson();
  const addScreen = useAddScreen(lesson.id);
  const [isMessageOpen, setMessageOpen] = useState(false);
  const [pendingObjective, setPendingObjective] = useState('');
  const [wasWarned, setWarned] = useState(false);
  const form = useFocusFirstError<HTMLDivElement>(editor.failure);

  const isReadOnly = !canEditLesson(lesson);
  const canSave = !isReadOnly && editor.isDirty && !editor.isSaving;
  /** B §4: the first Save with something typed but not added warns, the second leaves it out. */
  const guarded = (save: () => void) => {
    if (pendingObjective.trim() !== '' && !wasWarned) setWarned(true);
    else save();
  };
  const saveCommand: Command = {
    id: 'lesson:save',
    label: 'Save',
    group: 'Actions',
    shortcut: 'Mod+S',
    icon: IconDeviceFloppy,
    enabled: canSave,
    run: () => guarded(() => editor.save()),
  };
  const messageCommand: Command = {
    id: 'lesson:save-with-message',
    label: 'Save with message',
    group: 'Actions',
    shortcut: 'Mod+Shift+S',
    icon: IconMessage2,
    enabled: canSave,
    run: () => guarded(() => setMessageOpen(true)),
  };
  useCommands([saveCommand, messageCommand]);

  return (
    <Page
      title={`Lesson ${lesson.sequence}`}
      isTopSticky
      beside={
        <>
          <StatusBadge status={lesson.release_status} />
          <SaveState state={editor.state} commit={lesson.commit_status} />
        </>
      }
      actions={
        isReadOnly ? null : (
          <>
            <CommandButton command={messageCommand} variant="default" />
            <CommandButton command={saveCommand} loading={editor.isSaving} />
          </>
        )
      }
    >
      <LessonBanners
        lesson={lesson}
        draft={isReadOnly ? null : draft}
        clone={{
          run: () => clone.mutate(lesson, { onSuccess: (copy) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: copy.id } }) }),
          isBusy: clone.isPending,
          error: clone.isError ? errorText(clone.error, MESSAGES.cloneFailed) : null,
        }}
        saveError={editor.error}
        incomplete={wasWarned && pendingObjective.trim() !== '' ? [fieldLabel('objectives')] : []}
      />
      <div className={classes.columns} ref={form}>
        <div className={classes.main}>
          <Section title="Metadata">
            <MetadataForm
              lesson={lesson}
              editor={editor}
              isReadOnly={isReadOnly}
              pendingObjective={pendingObjective}
              onPendingObjective={(text) => {
                setPendingObjective(text);
                setWarned(false);
              }}
            />
          </Section>
          <Section title="Settings">
            <SettingsForm editor={editor} isReadOnly={isReadOnly} />
          </Section>
        </div>
        <div className={classes.side}>
          <Section title="Screens">
            {screens.isError ? <ErrorBanner text={MESSAGES.screensFailed(screens.error.message)} /> : null}
            {screens.data ? (
              <ScreenList
                lessonId={lesson.id}
                screens={screens.data}
                canAdd={!isReadOnly}
                isAdding={addScreen.isPending}
                error={addScreen.isError ? errorText(addScreen.error, MESSAGES.screenFailed) : null}
                onAdd={() =>
                  addScreen.mutate(screens.data.length + 1, {
                    onSuccess: ({ newScreenId }) =>
                      void navigate({
                        to: '/lesson/$lessonId/screen/$screenId',
                        params: { lessonId: lesson.id, screenId: String(newScreenId) },
                      }),
                  })
                }
              />
            ) : null}
          </Section>
          {canDeleteLesson(user, lesson) ? (
            <DeleteLesson
              lesson={lesson}
              onDeleted={() => void navigate({ to: '/', ignoreBlocker: true })}
            />
          ) : null}
        </div>
      </div>
      <MessageDialog
        isOpen={isMessageOpen}
        isBusy={editor.isSaving}
        error={editor.error}
        onSave={(message) => editor.save(message, () => setMessageOpen(false))}
        onClose={() => setMessageOpen(false)}
      />
      <ConflictResolver
        details={editor.conflict}
        fieldLabel={fieldLabel}
        isBusy={editor.isSaving}
        error={editor.error}
        onResolve={editor.resolve}
        onClose={editor.postpone}
      />
      <LeaveGuard isDirty={editor.isDirty} what={`lesson ${lesson.sequence}`} />
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
