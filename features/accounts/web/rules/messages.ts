import { counted } from '#platform/contract/counted.ts';

/** The names of people in a sentence, at most five. */
function named(people: readonly string[]): string {
  const shown = people.slice(0, 5).join(', ');
  return people.length > 5 ? `${shown} and ${people.length - 5} more` : shown;
}

export const MESSAGES = {
  about: 'Rules hold for the whole installation, at once. Each change is in the audit trail.',
  loadFailed: 'Couldn’t load the rules. Try again later.',
  saveFailed: 'Couldn’t save the rules. Nothing was changed; try again.',
  countFailed: 'Couldn’t count the tokens that would end. Nothing was changed; try again.',
  saved: 'Rules saved.',
  secondFactor: 'Owners and staff need a second factor',
  secondFactorHint:
    'Who has none adds one at the next sign-in, before anything else. People who are signed in go on working. Sign-ins with a provider and tokens of scripts are not affected.',
  without: (people: readonly string[]) =>
    people.length === 0 ? 'Everyone on staff has one, or signs in with a provider.' : `Without one today: ${named(people)}.`,
  tokens: 'Personal tokens expire after',
  tokensHint: 'Days since a token was created. Empty: they never expire. Tokens that are older stop working at once.',
  approvals: 'Approvals that a merge needs',
  approvalsHint:
    'By people who neither opened the pull request nor changed anything in it. Empty: 1. It never asks for more people than there are. A larger number in .lessonwright.yaml on main counts.',
  preflight: 'Preflight must pass before every merge',
  preflightHint: 'No release is merged with errors of preflight, whatever its own setting is.',
  tests: 'All tests must have run before every merge',
  testsHint: 'Failing tests always hold up a merge. With this rule, tests and answers that never ran, or not since a change, do too.',
  confirmTitle: 'Tokens stop working',
  confirm: (tokens: number, people: number) =>
    `${counted(tokens, 'token')} of ${counted(people, 'person', 'people')} ${tokens === 1 ? 'is' : 'are'} older than that and will stop working at once. Scripts and git clients that use them fail until they have a new token.`,
} as const;
