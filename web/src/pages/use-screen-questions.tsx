import { Badge } from '@mantine/core';
import { canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import { useQuestions } from '#web/features/questions/use-questions.ts';
import { DirtyDot } from '#web/features/screens/dirty-dot.tsx';
import { useSkills } from '#web/features/skills/api.ts';
import { useSkillEdits } from '#web/features/skills/use-skill-edits.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { fenceName } from '#web/ui/markdown-editor/fence.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';
import type { StackTab } from '#web/ui/panes/tab-stack.tsx';

const loadQuestions = async () => ({ default: (await import('#web/features/questions/questions-panel.tsx')).QuestionsPanel });
const loadSkills = async () => ({ default: (await import('#web/features/skills/skills-panel.tsx')).SkillsPanel });

/** The tabs of a screen's multiple choice questions and, in assessments, of its skills (A §2). */
export function useScreenQuestions(lesson: Lesson, screen: Screen): { tabs: StackTab[]; isDirty: boolean } {
  const user = useCurrentUser();
  const isReadOnly = !canEditLesson(lesson);
  const isAssessment = lesson.type === 'assessment';
  const address = { lessonId: lesson.id, screenId: screen.id };
  const questions = useQuestions(screen, user.id, isReadOnly);
  const skills = useSkills(address, screen.revision, isAssessment);
  const edits = useSkillEdits(screen.id, user.id, skills.data, isAssessment && !isReadOnly);

  const tabs: StackTab[] = [
    {
      id: 'questions',
      label: 'Questions',
      badge: <Count of={questions.state.questions.length} isDirty={questions.state.isDirty} />,
      scrolls: true,
      content: (
        <OnDemand
          load={loadQuestions}
          props={{
            address,
            editing: questions,
            skills: isAssessment ? (skills.data ?? []) : null,
            isReadOnly,
            codeLanguage: fenceName(lesson.language),
          }}
        />
      ),
    },
  ];
  if (isAssessment) {
    tabs.push({
      id: 'skills',
      label: 'Skills',
      badge: <Count of={skills.data?.length ?? 0} isDirty={edits.isDirty} />,
      scrolls: true,
      content: <OnDemand load={loadSkills} props={{ address, skills, edits, questions: screen.multipleChoiceQuestions, isReadOnly }} />,
    });
  }
  return { tabs, isDirty: questions.state.isDirty || (isAssessment && edits.isDirty) };
}

function Count({ of: count, isDirty }: { of: number; isDirty: boolean }) {
  return (
    <>
      {count > 0 && (
        <Badge color="gray" size="sm">
          {count}
        </Badge>
      )}
      <DirtyDot isShown={isDirty} />
    </>
  );
}
