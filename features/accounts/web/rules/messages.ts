import { counted } from '#platform/contract/counted.ts';

/** The names of people in a sentence, at most five. */
function named(people: readonly string[]): string {
  const shown = people.slice(0, 5).join(', ');
  return people.length > 5 ? `${shown} and ${people.length - 5} more` : shown;
}

export const MESSAGES = {
  about: 'Rules apply to the whole installation and take effect immediately. Each change is recorded in the audit trail.',
  loadFailed: 'Couldn’t load the rules. Try again later.',
  saveFailed: 'Couldn’t save the rules. Nothing was changed; try again.',
  countFailed: 'Couldn’t count the tokens that would expire. Nothing was changed; try again.',
  saved: 'Rules saved.',
  secondFactor: 'Owners and staff need a second factor',
  secondFactorHint:
    'Anyone without one must add one at the next sign-in. People who are signed in can keep working. Sign-ins with a provider and personal tokens are not affected.',
  without: (people: readonly string[]) =>
    people.length === 0 ? 'Everyone on staff has one, or signs in with a provider.' : `Without one today: ${named(people)}.`,
  tokens: 'Personal tokens expire after',
  tokensHint: 'Days after a token is created. Leave empty for no expiry. Older tokens stop working immediately.',
  approvals: 'Approvals that a merge needs',
  approvalsHint:
    'From people who neither opened the pull request nor changed anything in it. Leave empty for 1. A merge never needs more approvals than there are people to give them. A larger number in .lessonwright.yaml on main counts.',
  preflight: 'Preflight must pass before every merge',
  preflightHint: 'No release can be merged while preflight finds errors, regardless of its own setting.',
  tests: 'All tests must have run before every merge',
  testsHint:
    'Failing tests always block a merge. With this rule, tests and answers that never ran, or haven’t run since a change, block it too.',
  assistants: 'Assistants can connect',
  assistantsHint:
    'People can create tokens for assistants, which read lessons, run their code and propose changes with the rights of that person. Off: these tokens stop working immediately.',
  confirmTitle: 'Tokens stop working',
  confirm: (tokens: number, people: number) =>
    `${counted(tokens, 'token')} of ${counted(people, 'person', 'people')} ${tokens === 1 ? 'is' : 'are'} older than that and will stop working immediately. Scripts and git clients that use them fail until they have a new token.`,
} as const;
