export const MESSAGES = {
  failed: 'Couldn’t load your work. Try again later.',
  nothing: 'Nothing is waiting for you. Take a lesson that has no owner, or keep working on your lessons.',
} as const;
