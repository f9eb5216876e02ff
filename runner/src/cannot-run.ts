/** This runner can't do what was requested. The message is shown to users. */
export class CannotRunError extends Error {}

export const NO_RUNNER = 'No runner is available for this lesson';
