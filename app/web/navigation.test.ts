import { expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

const STAFF = ['Paths', 'Courses', 'Lessons', 'Datasets', 'Manage Releases', 'People', 'Manage External Authors', 'API Console'];

it.each([
  ['owner', STAFF],
  ['lead', STAFF],
  ['staff', STAFF],
  ['reviewer', STAFF.slice(0, 5)],
  ['author', STAFF.slice(0, 5)],
  ['external', ['Courses', 'Lessons']],
] as const)('of %s', (role, labels) => {
  expect(navigationFor({ role }).map((entry) => entry.label)).toEqual(labels);
});
