import { expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

it.each([
  [false, ['Paths', 'Courses', 'Lessons', 'Datasets', 'Manage Releases', 'Manage External Authors', 'API Console']],
  [true, ['Courses', 'Lessons']],
])('external: %s', (external, labels) => {
  expect(navigationFor({ external }).map((entry) => entry.label)).toEqual(labels);
});
