import { LIMITS } from '#contract/limits.ts';

/** Errors of questions, for authors. */
export const MESSAGES = {
  full: `A screen has at most ${LIMITS.questionsMax} questions.`,
  otherSkill: 'This skill belongs to another screen. Choose one of the skills of this screen.',
  otherQuestion: 'This question belongs to another screen.',
  twice: 'The same question stands here twice.',
  backAlready: 'This question is on its screen already.',
} as const;
