import { expect, it } from 'vitest';
import { wayPastFailure } from './deploys.policy.ts';

it.each([
  ['staff deploy anyway', 'staff', 'failed', true, 'deploy anyway'],
  ['external authors ask staff', 'external', 'failed', true, 'ask staff'],
  ['nobody, if something else is wrong, too', 'staff', 'failed', false, null],
  ['nobody, while it runs', 'staff', 'running', false, null],
] as const)('who gets past failing answers: %s', (_name, role, status, only_answers_fail, expected) => {
  expect(wayPastFailure({ role }, { status, only_answers_fail })).toBe(expected);
});
