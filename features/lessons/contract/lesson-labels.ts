/** Labels of lesson values. Separate from the schemas, so that a list of lessons needs no zod. */
export const LESSON_TYPES = {
  mission: 'Lesson',
  project: 'Guided project',
  portfolio_project: 'Portfolio project',
  practice_problem: 'Practice problem',
  assessment: 'Assessment',
  installation_project: 'Installation project',
} as const;

export const PLANS = { free: 'Free', 'legacy free': 'Legacy free', basic: 'Basic', premium: 'Premium' } as const;

/** By level: 0, 1, 2. */
export const SKILL_LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const;
