import { expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

it.each([
  [false, ['Lessons', 'Datasets', 'Manage Releases', 'Manage External Authors']],
  [true, ['Lessons']],
])('external: %s', (external, labels) => {
  expect(navigationFor({ external }).map((entry) => entry.label)).toEqual(labels);
});
