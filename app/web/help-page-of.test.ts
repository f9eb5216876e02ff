import { expect, it } from 'vitest';
import { GUIDE } from './guide.ts';
import { helpPageOf } from './help-page-of.ts';

const NAMES = new Set([GUIDE.index, ...GUIDE.sections.flatMap(({ pages }) => pages)].map(({ name }) => name));

it.each([
  ['/', 'first-lesson'],
  ['/lessons', 'first-lesson'],
  ['/lesson/12', 'lesson-settings'],
  ['/lesson/12/screen/3', 'screens'],
  ['/lesson/12/test', 'lesson-tests'],
  ['/lesson/12/checks', 'checks'],
  ['/lesson/12/history', 'history'],
  ['/lesson/12/preflight', 'preflight'],
  ['/lesson/12/comments', 'comments'],
  ['/lesson/12/deploy/3', 'preview'],
  ['/releases/2/pull', 'releases'],
  ['/releases/2/rehearsal', 'rehearsal'],
  ['/track/3', 'courses-and-paths'],
  ['/datasets', 'files-and-datasets'],
  ['/trash', 'search-and-trash'],
  ['/bulk-edits', 'many-lessons'],
  ['/people', 'people'],
  ['/audit', 'health'],
  ['/work', 'my-work'],
  ['/library', 'library'],
  ['/library/skills', 'library'],
  ['/help/checks', 'index'],
])('%s is explained by %s, which the guide has', (address, expected) => {
  expect(helpPageOf(address)).toBe(expected);
  expect(NAMES).toContain(expected);
});
