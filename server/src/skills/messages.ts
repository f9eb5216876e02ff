/** Errors of skills, for authors. */
export const MESSAGES = {
  assessmentsOnly: (sequence: number) => `Only assessments have skills, and lesson ${sequence} is not one. Change its type to add skills.`,
  nameTaken: (name: string) => `This screen already has a skill named “${name}”.`,
} as const;
