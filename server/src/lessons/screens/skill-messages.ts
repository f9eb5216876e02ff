/** Errors of skills, for authors. */
export const MESSAGES = {
  assessmentsOnly: (sequence: number) => `Skills belong to assessments, and lesson ${sequence} is none. Change its type to have them.`,
  nameTaken: (name: string) => `This screen has a skill “${name}” already.`,
} as const;
