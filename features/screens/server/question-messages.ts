import { LIMITS } from '#platform/contract/limits.ts';

/** Errors of questions, for authors. */
export const MESSAGES = {
  full: `A screen can have at most ${LIMITS.questionsMax} questions.`,
  otherSkill: 'This skill belongs to another screen. Choose a skill of this screen.',
  otherQuestion: 'This question belongs to another screen.',
  twice: 'The same question is listed twice.',
  backAlready: 'This question is already on its screen.',
} as const;
