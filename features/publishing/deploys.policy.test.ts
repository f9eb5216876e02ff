import { expect, it } from 'vitest';
import { isOnlyHere, wayPastFailure } from './deploys.policy.ts';

it.each([
  ['staff deploy anyway', 'staff', 'failed', true, 'deploy anyway'],
  ['external authors ask staff', 'external', 'failed', true, 'ask staff'],
  ['nobody, if something else is wrong, too', 'staff', 'failed', false, null],
  ['nobody, while it runs', 'staff', 'running', false, null],
] as const)('who gets past failing answers: %s', (_name, role, status, only_answers_fail, expected) => {
  expect(wayPastFailure({ role }, { status, only_answers_fail })).toBe(expected);
});

it.each([
  ['localhost', true],
  ['apps.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['127.example.org', false],
  ['lessons.example.org', false],
])('knows addresses that nobody else can open: %s', (host, expected) => {
  expect(isOnlyHere(host)).toBe(expected);
});
