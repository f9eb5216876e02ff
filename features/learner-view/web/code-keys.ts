export const RUN_KEYS = 'Mod+Enter';
export const CHECK_KEYS = 'Mod+Shift+Enter';

/** They run and submit the learner's code, and nothing else where a learner's screen has the focus. */
export const OWN_KEYS = `${RUN_KEYS} ${CHECK_KEYS}`;
