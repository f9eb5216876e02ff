import { notifications } from '@mantine/notifications';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { isOnItsWay } from '#features/changes/web/commit-poll.ts';
import { readStart, useStart } from '#features/learner-view/web/use-start.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { readOnlyReason, type LessonState } from '#features/lessons/lessons.policy.ts';
import { lessonQuery, screenQuery } from '#features/lessons/web/queries.ts';
import { MARKDOWN_TEXTS, SCREEN_TEXTS, type MarkdownField } from '#features/screens/contract/screen-texts.ts';
import type { Screen, ScreenFields, AnswerOutput, AnswerVariable } from '#features/screens/contract/screens.ts';
import { LONG_FIELDS, RemoteRunSwitch, SCREEN_FIELDS, type ShortFields, type ScreenSession } from '#features/screens/web/screen-fields.ts';
import { ApiError } from '#platform/contract/client.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { api } from '#platform/web/api.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { errorText } from '#platform/web/error-text.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { withUnixLines } from '#platform/web/ui/code-editor/live-text.ts';
import { conflictOf } from '#platform/web/ui/editing/edit-session.ts';
import { useDraft } from '#platform/web/ui/editing/use-draft.ts';
import { useEditor } from '#platform/web/ui/editing/use-editor.ts';
import type { RenderedText } from '#platform/web/ui/markdown-editor/use-rendered-markdown.ts';
import { useStore } from '#platform/web/use-store.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { ScratchTexts } from './scratch-texts.ts';
import { putScreen, refreshScreen } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';
import { useCommitPolling } from './use-lesson-events.ts';

/** Everything about one screen while it is open for editing. One per screen: the page remounts it for another one. */
export function useScreenEditing(
  screen: Screen,
  lesson: Pick<Lesson, 'id'> & LessonState,
  user: Pick<Actor, 'id' | 'role'>,
  onAutomatic: () => void,
) {
  const client = useQueryClient();
  const readOnly = readOnlyReason(user, lesson);
  const isReadOnly = readOnly !== null;
  const [hasTurnedOnChecks, setTurnedOnChecks] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const editor = useEditor<ScreenFields, ShortFields>({
    stored: screen,
    names: SCREEN_FIELDS,
    long: LONG_FIELDS,
    send: async ({ fields, revision, message, isAutomatic }) => {
      const body = { ...fields, revision, ...(isAutomatic && { automatic: true }), ...(message !== undefined && { saveMessage: message }) };
      const saved = await api.saveScreen({ params: { lessonId: screen.lesson_id, screenId: screen.id }, body });
      putScreen(client, saved);
      if (isAutomatic) onAutomatic();
      if (saved.has_turned_on_checks) {
        setTurnedOnChecks(true);
        changeQueryData(client, lessonQuery(screen.lesson_id).queryKey, (known) => known && { ...known, custom_check_enabled: true });
      }
      // Words follow a space at the end of the title, which the server removes.
      const { title } = fields;
      return isAutomatic && title !== undefined && title.trim() === saved.title ? { ...saved, title } : saved;
    },
    failed: SCREEN_MESSAGES.notSaved,
    draftKey: draftKey(user.id, 'screen', screen.id),
    isReadOnly,
    isFollowing: false,
  });
  const { session, isSending, hasFailed, failure, conflict } = editor;
  const [remoteRun] = useState(() => new RemoteRunSwitch());
  const answer = useAnswer(screen, session);
  const { start } = useStart({ ...screen, starts_from: editor.fields.starts_from });
  const readInitial = () =>
    readStart(client, { ...screen, starts_from: session.state().fields.starts_from })?.code ?? session.read('initial_code');
  const scratch = useScratch(user.id, screen.id, readInitial);
  const foreignSave = useForeignSaves(screen, editor, isSending || answer.isSaving || isReplacing);
  useCommitPolling(lesson.id, screen.id, isOnItsWay(screen.commit_status));

  const isGone = hasFailed && failure instanceof ApiError && failure.code === 'not_found';
  // If the server refuses a text, no error is shown at that text.
  const met = hasFailed && conflict === null ? conflictOf(failure) : null;
  const refusal = hasFailed && conflict === null && !met ? errorText(failure, SCREEN_MESSAGES.notSaved) : null;
  const isUnreachable = failure instanceof ApiError && failure.code === 'unreachable';
  const reason = refusal !== null && isUnreachable ? `${refusal} ${SCREEN_MESSAGES.keptHere}` : refusal;
  /** Shows what a call has made of the screen. */
  async function replaceBy(call: () => Promise<unknown>): Promise<void> {
    setReplacing(true);
    try {
      await call();
      await refreshScreen(client, screen.lesson_id, screen.id);
      const fresh = client.getQueryData(screenQuery(screen.lesson_id, screen.id).queryKey);
      if (fresh) session.take(fresh);
    } finally {
      setReplacing(false);
    }
  }

  return {
    ...editor,
    replaceBy,
    screenId: screen.id,
    /** Why it can't be edited; null: it can. */
    readOnly,
    isReadOnly,
    /** A save on this page stored the first custom check of the lesson. */
    hasTurnedOnChecks,
    isGone,
    isInConflict: met !== null,
    error: isGone ? SCREEN_MESSAGES.gone : met ? SCREEN_MESSAGES.sameLines(met.changed_by) : reason,
    hasRemoteRun: session.has('remote_run_code'),
    toggleRemoteRun: (isOn: boolean, standard: string) => remoteRun.toggle(session, isOn, standard),
    scratch,
    /** The screen whose answer takes the place of the initial code, with that code; null: none. */
    start,
    /** What learners begin with, as it is now. */
    readInitial,
    answer,
    foreignSave,
    rendered: renderedTexts(screen),
  };
}

/** What learners read, as the server rendered it with this version of the screen. */
function renderedTexts(screen: Screen): Readonly<Record<MarkdownField, RenderedText>> {
  const rendered = (field: MarkdownField) => ({ source: withUnixLines(screen[field]), html: screen[SCREEN_TEXTS[field].html] });
  return Object.fromEntries(MARKDOWN_TEXTS.map((field) => [field, rendered(field)])) as Record<MarkdownField, RenderedText>;
}

export type ScreenEditing = ReturnType<typeof useScreenEditing>;

/** Stores the output and variables of a run of the answer. Shown at once, and undone when the server refuses. */
function useAnswer(screen: Screen, session: ScreenSession) {
  const client = useQueryClient();
  const params = { lessonId: screen.lesson_id, screenId: screen.id };

  function store(saved: Screen) {
    session.take(saved);
    putScreen(client, saved);
  }
  const output = useMutation({
    mutationFn: (input: AnswerOutput & { check_output: boolean }) => api.saveOutput({ params, body: input }),
    onSuccess: store,
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.checkOutputNotToggled),
  });
  const variables = useMutation({
    mutationFn: (selected: AnswerVariable[]) => api.saveVariables({ params, body: selected }),
    onSuccess: store,
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.variableNotToggled),
  });

  const sent = output.isPending ? output.variables : null;
  return {
    isSaving: output.isPending || variables.isPending,
    checkOutput: sent?.check_output ?? screen.check_output,
    storedOutput: sent ?? screen.answer_output,
    selected: (variables.isPending && variables.variables) || screen.answer_variables,
    onOutput: (answer: AnswerOutput, checkOutput: boolean) => output.mutate({ ...answer, check_output: checkOutput }),
    onVariables: (selected: AnswerVariable[]) => variables.mutate(selected),
  };
}

interface OpenScreen {
  session: ScreenSession;
  isDirty: boolean;
}

/**
 * Follows what others save on the screen that is open. Without unsaved edits the new version is shown at once. With unsaved edits nothing
 * on the page changes: the hook returns who saved, and the next save merges both.
 *
 * @param isCalling True while a save of one's own is under way, whose revision is not known yet.
 */
function useForeignSaves(screen: Screen, { session, isDirty }: OpenScreen, isCalling: boolean): { by: string } | null {
  const isNewer = !isCalling && screen.revision > Number(session.state().revision);
  // Its questions, skills or tests were saved, which are edited elsewhere.
  const isElsewhere = isNewer && session.isAsKnown(screen);
  const isBehind = isNewer && !isElsewhere;
  const by = screen.updated_by ?? 'Another author';
  useEffect(() => {
    if (isElsewhere) session.take(screen);
  }, [isElsewhere, session, screen]);
  useEffect(() => {
    if (!isBehind || isDirty) return;
    session.take(screen);
    notifications.show({ message: `${by} saved this screen. You see the new version.`, autoClose: 5_000 });
  }, [isBehind, isDirty, session, screen, by]);
  return isBehind && isDirty ? { by } : null;
}

/** The submissions that an author tries out on a screen, as this browser kept them. */
function useScratch(userId: number, screenId: number, readInitial: () => string): { texts: ScratchTexts; version: number } {
  const [texts] = useState(() => new ScratchTexts(readInitial));
  const version = useStore(texts);
  useDraft(texts, { key: draftKey(userId, 'screen-scratch', screenId), restoresItself: true });
  return { texts, version };
}
