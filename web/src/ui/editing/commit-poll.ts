/** Milliseconds between looks at a change that is saved and not yet committed, should the live connection be silent. */
export const COMMIT_POLL_MS = 5_000;
