export const MESSAGES = {
  explained:
    'Examines each check with answers that have one mistake, which must fail, and with answers that are written differently, which must pass.',
  empty: 'No screen of this lesson has both an answer and a check.',
  loadFailed: 'Couldn’t load the checks. Try again later.',
  examineFailed: 'Couldn’t examine the checks. Try again later.',
  outdated: 'The screen has changed since this examination. Examine it again.',
  noFindings: 'No problems found.',
  thorough:
    'Runs the answer 300 times, and some more times on a busy machine. A check that fails one time in a hundred is found in 95 of 100 cases.',
  noLines: 'The lines are the same; only spaces at their ends differ.',
} as const;
