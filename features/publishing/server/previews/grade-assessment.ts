import { isRunInBuild } from '#features/learner-view/contract/learner-screen.ts';
import type { PreviewGrade, PreviewVerdict } from '../../contract/previews.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { isAnswerRight, type LearnerAnswer } from './show-lesson.ts';

/** The result of a submitted run. */
export interface SubmittedRun {
  readonly isRight: boolean;
  /** By name of the skill. */
  readonly skills: readonly { readonly name: string; readonly correct: boolean }[];
}

/** The submissions of one screen; null: it was skipped. */
export interface ScreenSubmission {
  /** By index of the question. */
  readonly answers: ReadonlyMap<number, LearnerAnswer>;
  readonly run: SubmittedRun | null;
}

/**
 * Grades an assessment. A screen is right if everything on it is. A skill gets its points if the options or checks that
 * name it are right; a skill that nothing names, if its screen is right.
 *
 * @param judge Returns the verdict on a question, with the feedback on what was picked.
 */
export function gradeAssessment(
  { screens }: Pick<Snapshot, 'screens'>,
  handedIn: ReadonlyMap<number, ScreenSubmission>,
  judge: (screen: SnapshotScreen, question: number, answer: LearnerAnswer) => PreviewVerdict,
): Omit<PreviewGrade, 'review'> {
  const judged: PreviewGrade['screens'] = [];
  const skills = new Map<string, { points: number; of: number }>();
  for (const [index, screen] of screens.entries()) {
    const place = index + 1;
    if (!isTask(screen)) continue;
    const submission: ScreenSubmission = handedIn.get(place) ?? { answers: new Map(), run: null };
    const is_correct = isScreenRight(screen, submission);
    const questions = screen.questions.map((_question, at) => judge(screen, at, submission.answers.get(at) ?? NO_ANSWER));
    judged.push({ screen: place, is_correct, questions });
    if (screen.fields.is_experimental) continue;
    for (const { name, point_value } of screen.skills) {
      const known = skills.get(name) ?? { points: 0, of: 0 };
      const isShown = isSkillShown(name, screen, submission) ?? is_correct;
      skills.set(name, { points: known.points + (isShown ? point_value : 0), of: known.of + point_value });
    }
  }
  return {
    right: judged.filter((each) => each.is_correct).length,
    total: judged.length,
    skills: [...skills].map(([name, points]) => ({ name, ...points })),
    screens: judged,
  };
}

const NO_ANSWER: LearnerAnswer = { picked: [] };

function isTask({ fields, questions }: SnapshotScreen): boolean {
  // Code that can't be run here doesn't count against the learner.
  return isRunInBuild(fields) || questions.length > 0;
}

function isScreenRight(screen: SnapshotScreen, { answers, run }: ScreenSubmission): boolean {
  const areQuestionsRight = screen.questions.every((question, index) => isAnswerRight(question, answers.get(index) ?? NO_ANSWER));
  // On an experimental screen, nothing counts against the learner.
  const isCodeRight = !isRunInBuild(screen.fields) || screen.fields.is_experimental || (run?.isRight ?? false);
  return areQuestionsRight && isCodeRight;
}

/** Undefined: nothing names the skill. */
function isSkillShown(name: string, { questions }: SnapshotScreen, { answers, run }: ScreenSubmission): boolean | undefined {
  const named = questions.flatMap((question, index) => {
    const answer = answers.get(index) ?? NO_ANSWER;
    if (question.task) return question.skill === name ? [isAnswerRight(question, answer)] : [];
    return question.options.flatMap(({ skill, valid }, option) => (skill === name ? [valid === answer.picked.includes(option)] : []));
  });
  const checked = run?.skills.filter((skill) => skill.name === name).map(({ correct }) => correct) ?? [];
  const all = [...named, ...checked];
  return all.length === 0 ? undefined : all.every(Boolean);
}
