/** A request that this runner cannot do; the message is for people. */
export class CannotRunError extends Error {}

export const NO_RUNNER = 'No runner is available for this lesson';
