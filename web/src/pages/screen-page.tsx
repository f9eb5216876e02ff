import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { ApiError } from '#contract/client.ts';
import { canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import { PresentPeople } from '#web/features/presence/present-people.tsx';
import { usePresence } from '#web/features/presence/use-presence.ts';
import { ScreenHeader } from '#web/features/screen-editor/screen-header.tsx';
import { resolveScreen } from '#web/features/screens/address.ts';
import { SCREEN_MESSAGES } from '#web/features/screens/messages.ts';
import { screenLabel } from '#content/screen-label.ts';
import { useArrangeScreens } from '#web/features/screens/use-arrange-screens.ts';
import { useLessonEvents } from '#web/features/screens/use-lesson-events.ts';
import { UserMenu } from '#web/features/session/user-menu.tsx';
import { runCommand, useAllCommands } from '#web/platform/commands.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonQuery, screensQuery } from '#web/features/lessons/queries.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { shortcutLabel } from '#web/platform/shortcuts.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { Delayed } from '#web/ui/delayed.tsx';
import { GoneScreen } from '#web/features/screen-editor/gone-screen.tsx';
import { ScreenEditor } from '#web/features/screen-editor/screen-editor.tsx';
import classes from '#web/features/screen-editor/screen-editor.module.css';

/** `/lesson/{lessonId}/screen/{n}`: the screen editor. */
export default function ScreenPage() {
  const { lessonId, screenId } = useParams({ from: '/signed-in/lesson/$lessonId/screen/$screenId' });
  const lesson = useQuery(lessonQuery(lessonId));
  const screens = useQuery(screensQuery(lessonId));
  useLessonEvents(lessonId);

  const error = lesson.error ?? screens.error;
  if (error && !(lesson.data && screens.data)) {
    if (lesson.error instanceof ApiError && lesson.error.status === 404)
      return <GoneScreen lessonId={lessonId} screenId={screenId} isLessonGone />;
    const retry = () => void Promise.all([lesson.refetch(), screens.refetch()]);
    const text = lesson.error ? SCREEN_MESSAGES.lessonNotLoaded : SCREEN_MESSAGES.notLoaded;
    return <Failed text={text(errorText(error, ''))} onRetry={retry} />;
  }
  if (!lesson.data || !screens.data) return <Loading />;
  // A lesson that is not fully imported has a lesson page only.
  if (lesson.data.is_shallow_import) return <Navigate to="/lesson/$lessonId" params={{ lessonId }} replace />;
  const address = resolveScreen(screens.data, screenId);
  switch (address.to) {
    case 'screen':
      return <OpenScreen lesson={lesson.data} screens={screens.data} screen={address.screen} />;
    case 'other-screen':
      return <Navigate to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(address.screenId) }} replace />;
    case 'lesson':
      return <GoneScreen key={screenId} lessonId={lessonId} screenId={screenId} isLessonGone={false} />;
  }
}

interface OpenScreenProps {
  lesson: Lesson;
  screens: readonly Screen[];
  screen: Screen;
}

function OpenScreen({ lesson, screens, screen }: OpenScreenProps) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const arranging = useArrangeScreens(lesson.id, (id) => {
    void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: lesson.id, screenId: String(id) } });
  });
  const people = usePresence(lesson.id, screen.id);
  const title = [`Lesson ${lesson.sequence}`, `Screen ${screen.sequence}`, screen.title.trim()].filter(Boolean).join(' · ');

  return (
    <div className={classes.page}>
      <title>{`${title} · Lessonwright`}</title>
      <ScreenHeader
        lessonId={lesson.id}
        screens={screens.map(({ id, sequence, title: name }) => ({ id, sequence, label: screenLabel({ sequence, title: name }) }))}
        currentId={screen.id}
        title={title}
        canCreate={canEditLesson(lesson) && !arranging.create.isPending}
        onCreate={(sequence) => arranging.create.mutate(sequence)}
        beside={<PresentPeople people={people} screens={screens} screenId={screen.id} />}
      >
        <HeaderSave />
        <UserMenu user={user} />
      </ScreenHeader>
      <ScreenEditor key={screen.id} lesson={lesson} screen={screen} count={screens.length} arranging={arranging} />
    </div>
  );
}

/** The save button of the header. */
function HeaderSave() {
  const save = useAllCommands().find((command) => command.id === 'save-screen');
  const isOff = save === undefined || save.enabled === false;
  return (
    <Tooltip label={`Save (${shortcutLabel(save?.shortcut ?? '')})`}>
      <ActionIcon
        className={classes.save}
        size={32}
        aria-label="Save"
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => runCommand('save-screen')}
      >
        <IconDeviceFloppy size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <main className={classes.failed}>
      <ErrorBanner
        text={text}
        actions={
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </main>
  );
}

function Loading() {
  return (
    <main className={classes.page} aria-busy aria-label="Screen">
      <Delayed>
        <Skeleton height={30} m={9} width="50%" animate={false} />
        <div className={classes.loading}>
          {[1, 2, 3].map((pane) => (
            <Skeleton key={pane} animate={false} />
          ))}
        </div>
      </Delayed>
    </main>
  );
}
