export const MESSAGES = {
  failed: 'Couldn’t load your work. Try again later.',
  nothing: 'Nothing waits for you. Take a lesson that has no owner, or go on with the lessons.',
} as const;
