import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { taskConflictLabel } from '#features/questions/web/conflict-label.ts';
import { useQuestions } from '#features/questions/web/use-questions.ts';
import type { QuestionFields, Screen } from '#features/screens/contract/screens.ts';
import type { ScreenSession } from '#features/screens/web/screen-fields.ts';
import { useSkills } from '#features/screens/web/skills/api.ts';
import { MESSAGES as SKILL_MESSAGES } from '#features/screens/web/skills/messages.ts';
import { useSkillList } from '#features/screens/web/skills/use-skill-list.ts';
import { ApiError } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { useCommands } from '#platform/web/commands.ts';
import { failureText } from '#platform/web/error-text.ts';
import { conflictOf } from '#platform/web/ui/editing/edit-session.ts';
import { editState } from '#platform/web/ui/editing/edit-state.ts';
import { EditorConflict } from '#platform/web/ui/editing/editor-conflict.tsx';
import { type UnsavedParts, useUnsavedPart } from '#platform/web/ui/editing/unsaved-parts.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { StackTab } from '#platform/web/ui/panes/tab-stack.tsx';
import { DirtyDot } from '../screens/dirty-dot.tsx';

const loadQuestions = async () => ({ default: (await import('#features/questions/web/questions-panel.tsx')).QuestionsPanel });
const loadSkills = async () => ({ default: (await import('#features/screens/web/skills/skills-panel.tsx')).SkillsPanel });

const FIELD_LABELS: Record<string, string> = {
  question: 'Question',
  select_type: 'Select type',
  answer_options: 'Options',
  skill_id: 'Skill',
};

interface ScreenQuestionsOptions {
  /** The screen as it is edited. */
  session: ScreenSession;
  /** Something saved itself. */
  onAutomatic: () => void;
  /** Shows the tab of the questions. */
  onShow: () => void;
}

interface ScreenQuestions {
  tabs: StackTab[];
  hasConflict: boolean;
  /** As they are edited. */
  fields: QuestionFields[];
  /** Shows the questions with a new one, ready to be written; missing: the screen is read-only. */
  add: (() => void) | undefined;
  /** Discards what is unsaved. */
  discard: () => void;
  /** Resolves a conflict with what another author saved. */
  dialog: ReactNode;
}

/** The tabs of a screen's questions and, in assessments, of its skills. The page saves both. */
export function useScreenQuestions(
  lesson: Lesson,
  screen: Screen,
  page: UnsavedParts,
  { session, onAutomatic, onShow }: ScreenQuestionsOptions,
): ScreenQuestions {
  const user = useCurrentUser();
  const isReadOnly = !mayEdit(user, lesson);
  const isAssessment = lesson.type === 'assessment';
  const address = { lessonId: lesson.id, screenId: screen.id };
  const questions = useQuestions(screen, user.id, isReadOnly, onAutomatic);
  const skills = useSkills(address, screen.revision, isAssessment);
  const skillEditing = useSkillList(address, user.id, isAssessment ? skills.data : undefined, isReadOnly, onAutomatic);

  const { list, state } = questions;
  const dirty = state.items.filter(({ isDirty }) => isDirty);
  const torn = state.items.find(({ conflict }) => conflict !== null);
  useUnsavedPart(
    {
      name: 'questions',
      state: editState({
        isDirty: dirty.length > 0,
        isSaving: dirty.some(({ isSending }) => isSending),
        hasFailed: dirty.some(({ failure }) => failure !== null),
      }),
      isInConflict: dirty.some(({ failure, conflict }) => conflict === null && conflictOf(failure) !== null),
      watch: list.watch,
      save: list.saveAll,
    },
    page,
  );
  const isSkillDirty = isAssessment && skillEditing.isDirty;
  const dirtySkills = skillEditing.items.filter(({ isDirty }) => isDirty);
  const skillFailure = dirtySkills.find(({ failure }) => failure !== null)?.failure ?? null;
  useUnsavedPart(
    {
      name: 'skills',
      state: editState({
        isDirty: isSkillDirty,
        isSaving: dirtySkills.some(({ isSending }) => isSending),
        hasFailed: skillFailure !== null,
      }),
      error: skillFailure && (skillFailure instanceof ApiError ? failureText(skillFailure, SKILL_MESSAGES.notSaved) : skillFailure.message),
      watch: skillEditing.list.watch,
      save: skillEditing.list.saveAll,
    },
    page,
  );

  const tabs: StackTab[] = [
    {
      id: 'questions',
      label: 'Questions',
      badge: <Count of={state.items.length} isDirty={state.isDirty} />,
      scrolls: true,
      content: (
        <OnDemand
          load={loadQuestions}
          props={{
            editing: questions,
            skills: isAssessment ? (skills.data ?? []) : null,
            isReadOnly,
            language: lesson.language,
            runPlace: address,
            lesson,
            screen,
            session,
          }}
        />
      ),
    },
  ];
  if (isAssessment) {
    tabs.push({
      id: 'skills',
      label: 'Skills',
      badge: <Count of={skills.data?.length ?? 0} isDirty={isSkillDirty} />,
      scrolls: true,
      content: (
        <OnDemand
          load={loadSkills}
          props={{ address, skills, editing: skillEditing, questions: screen.multipleChoiceQuestions, isReadOnly }}
        />
      ),
    });
  }
  const taskLabel = taskConflictLabel(torn?.conflict?.mine['task'], torn?.conflict?.theirs['task']);
  const dialog = (
    <EditorConflict
      editor={{
        conflict: torn?.conflict ?? null,
        isSaving: torn?.isSaving === true,
        error: null,
        resolve: (decided) => list.resolve(torn?.key ?? '', decided),
        postpone: () => list.postpone(torn?.key ?? ''),
      }}
      fieldLabel={(field) => (field === 'task' ? taskLabel : (FIELD_LABELS[field] ?? field))}
    />
  );
  const discard = () => {
    for (const { key } of dirty) list.discard(key);
  };
  const canAdd = !isReadOnly && state.items.length < LIMITS.questionsMax;
  function add() {
    onShow();
    questions.add();
  }
  useCommands(
    canAdd ? [{ id: 'add-question', label: 'Add question', group: 'Actions', keywords: 'multiple choice mcq quiz', run: add }] : [],
  );
  return {
    tabs,
    add: canAdd ? add : undefined,
    discard,
    fields: state.items.map(({ fields }) => fields),
    hasConflict: torn !== undefined,
    dialog,
  };
}

function Count({ of: count, isDirty }: { of: number; isDirty: boolean }) {
  return (
    <>
      {count > 0 && (
        <Badge color="draft" size="sm">
          {count}
        </Badge>
      )}
      <DirtyDot isShown={isDirty} />
    </>
  );
}
