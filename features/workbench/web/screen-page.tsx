import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { UserMenu } from '#features/accounts/web/session/user-menu.tsx';
import { SaveState } from '#features/changes/web/save-state.tsx';
import { lessonCommentsQuery, openMandatoryQuery, screenCommentsQuery } from '#features/comments/web/api.ts';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { MESSAGES as LESSON_MESSAGES } from '#features/lessons/web/messages.ts';
import { PresentPeople } from '#features/lessons/web/presence/present-people.tsx';
import { usePresence } from '#features/lessons/web/presence/use-presence.ts';
import { lessonQuery, runnerLanguagesQuery, screenNamesQuery, screenQuery } from '#features/lessons/web/queries.ts';
import { Bell } from '#features/notifications/web/bell.tsx';
import { buildQuery } from '#features/packages/web/api.ts';
import { lessonProposalsQuery } from '#features/proposals/web/queries.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { gateQuery } from '#features/tests/web/api.ts';
import { ApiError } from '#platform/contract/client.ts';
import { runCommand, useAllCommands } from '#platform/web/commands.ts';
import { loadFailureText } from '#platform/web/error-text.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { firstWritable, writeInto } from '#platform/web/ui/code-editor/write-into.ts';
import { CommandButton } from '#platform/web/ui/command-button.tsx';
import { Delayed } from '#platform/web/ui/delayed.tsx';
import { useUnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { GoneScreen } from './screen-editor/gone-screen.tsx';
import { Outline, OutlineToggle, useOutline } from './screen-editor/outline.tsx';
import { ScreenEditor } from './screen-editor/screen-editor.tsx';
import { HeaderLine } from './screen-editor/screen-header.tsx';
import { useFocusMode } from './screen-editor/use-focus-mode.ts';
import { PREVIEW_COMMAND, PREVIEW_TITLE } from './screen-editor/use-learner-preview.tsx';
import { useWrittenPart } from './screen-editor/use-written-part.ts';
import { resolveScreen } from './screens/address.ts';
import { ScreenNav } from './screens/screen-nav.tsx';
import { type AddedScreens, useArrangeScreens } from './screens/use-arrange-screens.ts';
import { useJoinScreens } from './screens/use-join-screens.ts';
import { useScreenEvents } from './screens/use-lesson-events.ts';
import { useStretch } from './screens/use-stretch.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screen-editor/screen-editor.module.css';
import navClasses from './screens/screens.module.css';

/** `/lesson/{lessonId}/screen/{n}`: the screen editor. */
export default function ScreenPage() {
  const { lessonId, screenId } = useParams({ from: '/signed-in/lesson/$lessonId/screen/$screenId' });
  const lesson = useQuery(lessonQuery(lessonId));
  const screens = useQuery(screenNamesQuery(lessonId));
  useScreenEvents(lessonId);

  const error = lesson.error ?? screens.error;
  if (error && !(lesson.data && screens.data)) {
    if (lesson.error instanceof ApiError && lesson.error.status === 404)
      return <GoneScreen lessonId={lessonId} screenId={screenId} isLessonGone />;
    const retry = () => void Promise.all([lesson.refetch(), screens.refetch()]);
    const texts = lesson.error ? LESSON_MESSAGES.lessonFailed : LESSON_MESSAGES.screensFailed;
    return <Failed text={loadFailureText(error, texts)} onRetry={retry} />;
  }
  if (!lesson.data || !screens.data) return <Loading />;
  // A lesson that is not fully imported has a lesson page only.
  if (lesson.data.is_shallow_import) return <Navigate to="/lesson/$lessonId" params={{ lessonId }} replace />;
  const address = resolveScreen(screens.data, screenId);
  switch (address.to) {
    case 'screen':
      return <OpenScreen lesson={lesson.data} screens={screens.data} listed={address.screen} />;
    case 'other-screen':
      return <Navigate to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(address.screenId) }} replace />;
    case 'lesson':
      return <GoneScreen key={screenId} lessonId={lessonId} screenId={screenId} isLessonGone={false} />;
  }
}

interface OpenScreenProps {
  lesson: Lesson;
  screens: readonly ListedScreen[];
  /** The one that is open. */
  listed: ListedScreen;
}

/** The header and the outline show what is listed, so that they stay while another screen is loaded. */
function OpenScreen({ lesson, screens, listed }: OpenScreenProps) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { parts, isDirty, state } = useUnsavedParts();
  const automatic = useStretch(lesson.id);
  const outline = useOutline();
  const focus = useFocusMode();
  const [fields, setFields] = useState<HTMLElement | null>(null);
  const [save, setSave] = useState<HTMLElement | null>(null);
  const arranging = useArrangeScreens(lesson.id, (id) => {
    void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: lesson.id, screenId: String(id) } });
  });
  const joining = useJoinScreens(lesson.id, (id) => {
    if (id !== listed.id)
      void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: lesson.id, screenId: String(id) } });
  });
  const people = usePresence(lesson.id, listed.id, useWrittenPart(listed.id));
  const { screen, error, reload } = useOpenScreen(lesson.id, screens, listed);
  const isReady = useBannersKnown(lesson, listed);
  const title = [`Lesson ${lesson.sequence}`, `Screen ${listed.sequence}`, listed.title.trim()].filter(Boolean).join(' · ');
  const canEdit = mayEdit(user, lesson);

  /** The new screen is opened, so unsaved edits are saved first. */
  async function addScreen(sequence: number, added?: AddedScreens) {
    if (!parts.state().isDirty || (await parts.saveAll())) arranging.create.mutate(sequence, added);
  }

  /** Texts that aren't saved would not be joined. */
  async function joinScreen(first: ListedScreen) {
    if (!parts.state().isDirty || (await parts.saveAll())) joining.join.mutate(first);
  }

  return (
    <div className={classes.page} data-template="editor" data-focus={focus.isOn || undefined}>
      {focus.isOn && (
        <section className={classes.leave} aria-label="Focus mode">
          <h1 className={navClasses.hidden}>{title}</h1>
          <SaveState state={state} />
          <CommandButton command={focus.toggle} size="compact-sm" variant="default" />
        </section>
      )}
      <title>{`${title} · Lessonwright`}</title>
      <a
        href="#content"
        className={layout.skip}
        onClick={(event) => {
          event.preventDefault();
          writeInto(firstWritable(() => document.querySelector('main [role="tabpanel"]:not([inert])')));
        }}
      >
        Skip to the text
      </a>
      <HeaderLine
        title={
          <>
            <Link to="/lesson/$lessonId" params={{ lessonId: lesson.id }}>
              Lesson {lesson.sequence}
            </Link>
            <span className={navClasses.hidden}>{title.slice(`Lesson ${lesson.sequence}`.length)}</span>
          </>
        }
        nav={
          <>
            <OutlineToggle outline={outline} />
            <ScreenNav
              lessonId={lesson.id}
              screens={screens.map(({ id, sequence, title: name }) => ({ id, sequence, label: screenLabel({ sequence, title: name }) }))}
              currentId={listed.id}
              canCreate={canEdit && !arranging.create.isPending}
              onCreate={(sequence, added) => void addScreen(sequence, added)}
            />
          </>
        }
        beside={
          <>
            <div className={navClasses.fields} ref={setFields} />
            <PresentPeople people={people} screens={screens} screenId={listed.id} />
            <div className={navClasses.save} ref={setSave} />
          </>
        }
      >
        <HeaderPreview />
        <Bell />
        <UserMenu user={user} isCompact />
      </HeaderLine>
      <div className={classes.work}>
        <Outline
          outline={focus.isOn ? { ...outline, isOpen: false } : outline}
          lessonId={lesson.id}
          screens={screens}
          currentId={listed.id}
          isDirty={isDirty}
          change={
            canEdit
              ? {
                  isAdding: arranging.create.isPending,
                  onAdd: (sequence, added) => void addScreen(sequence, added),
                  onMove: arranging.move,
                  onJoin: (first) => void joinScreen(first),
                }
              : null
          }
        />
        {screen && isReady ? (
          <ScreenEditor
            key={screen.id}
            lesson={lesson}
            screen={screen}
            screens={screens}
            parts={parts}
            automatic={automatic}
            focus={focus}
            slots={{ fields, save }}
            arranging={arranging}
            joining={{ join: () => void joinScreen(listed), split: joining.split }}
          />
        ) : error ? (
          <Failed text={loadFailureText(error, LESSON_MESSAGES.screensFailed)} onRetry={reload} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

/** Waits for what is shown above the panes, and for the comments beside the text. */
function useBannersKnown({ id, has_runner }: Lesson, { id: screenId, type }: ListedScreen): boolean {
  const client = useQueryClient();
  return useFirstReplies([
    openMandatoryQuery(id),
    lessonCommentsQuery(id),
    screenCommentsQuery(id, screenId),
    lessonProposalsQuery(id),
    { ...buildQuery(client, id), enabled: has_runner },
    { ...runnerLanguagesQuery, enabled: type === 'code' },
    { ...gateQuery({ lessonId: id, screenId }), enabled: type === 'code' },
  ]);
}

/** The open screen, where its list has it now, and those beside it, so that a step to one of them doesn't wait. */
function useOpenScreen(lessonId: number, screens: readonly ListedScreen[], { id, sequence }: ListedScreen) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(screenQuery(lessonId, id));
  const screen = useMemo(() => data && { ...data, sequence }, [data, sequence]);
  const at = screens.findIndex((each) => each.id === id);
  const [before, after] = [screens[at - 1]?.id, screens[at + 1]?.id];
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    for (const beside of [after, before]) if (beside !== undefined) client.query(screenQuery(lessonId, beside)).catch(() => undefined);
  }, [client, lessonId, isLoaded, before, after]);
  return { screen, error, reload: () => void refetch() };
}

/** Opens and closes the preview as learner. */
function HeaderPreview() {
  const command = useAllCommands().find(({ id }) => id === PREVIEW_COMMAND);
  if (!command) return null;
  const Icon = command.icon;
  return (
    <>
      <CommandButton
        command={{ ...command, label: PREVIEW_TITLE }}
        aria-pressed={command.label !== PREVIEW_TITLE}
        size="compact-sm"
        variant="default"
        visibleFrom="xl"
      />
      <Tooltip label={`${command.label} (${shortcutLabel(command.shortcut ?? '')})`}>
        <ActionIcon size={32} hiddenFrom="xl" aria-label={command.label} onClick={() => runCommand(PREVIEW_COMMAND)}>
          {Icon && <Icon size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <main className={classes.failed}>
      <ErrorBanner text={text} onRetry={onRetry} />
    </main>
  );
}

function Loading() {
  return (
    <main className={classes.page} aria-busy aria-label="Screen">
      <Delayed>
        <Skeleton height={30} m="xs" width="50%" animate={false} />
        <div className={classes.loading}>
          {[1, 2, 3].map((pane) => (
            <Skeleton key={pane} animate={false} />
          ))}
        </div>
      </Delayed>
    </main>
  );
}
