import { expect, it } from 'vitest';
import { type KnownWork, stepsLeft } from './steps-left.ts';

const READY: KnownWork = {
  mainState: 'changed',
  reviewStatus: null,
  screens: 3,
  findings: { error: 0, warning: 0 },
  comments: { open: 0, mandatory: 0 },
  proposals: 0,
  packages: 'built',
};

it.each<[string, Partial<KnownWork>, string[]]>([
  ['nothing but the review', {}, ['review: Send it for review']],
  ['a first screen', { screens: 0 }, ['screens: Add a first screen', 'review: Send it for review']],
  ['proposals', { proposals: 2 }, ['proposals: Decide on 2 proposals', 'review: Send it for review']],
  ['changed packages', { packages: 'needs_rebuild' }, ['packages: Build the changed packages', 'review: Send it for review']],
  [
    'packages that failed',
    { packages: 'failed' },
    ['packages: Find out why the packages were not installed', 'review: Send it for review'],
  ],
  ['errors before warnings', { findings: { error: 1, warning: 4 } }, ['preflight: Fix 1 error', 'review: Send it for review']],
  ['warnings', { findings: { error: 0, warning: 4 } }, ['preflight: Look at 4 warnings', 'review: Send it for review']],
  [
    'mandatory comments before others',
    { comments: { open: 3, mandatory: 2 } },
    ['comments: Settle 2 mandatory comments', 'review: Send it for review'],
  ],
  ['comments', { comments: { open: 1, mandatory: 0 } }, ['comments: Answer 1 comment', 'review: Send it for review']],
  ['a review with requests', { reviewStatus: 'Changes requested' }, ['pull: Make the requested changes']],
  ['an approved review', { reviewStatus: 'Approved' }, ['pull: Merge the approved pull request']],
  ['a review that goes on', { reviewStatus: 'In review' }, []],
  ['a review that is over', { reviewStatus: 'Merged' }, ['review: Send it for review']],
  ['what is on main', { mainState: 'published', findings: { error: 1, warning: 0 } }, []],
  ['what main has moved past', { mainState: 'behind' }, []],
])('%s', (_, work, expected) => {
  const open = stepsLeft({ ...READY, ...work }).filter(({ state }) => state === 'open');
  expect(open.map(({ place, text }) => `${place}: ${text}`)).toEqual(expected);
});

it('says what is done and what others are at, and nothing of what is not known', () => {
  const waiting = stepsLeft({ ...READY, packages: 'in_progress', findings: 'loading', reviewStatus: 'In review' });
  expect(waiting.map(({ state, text }) => `${state}: ${text}`)).toEqual([
    'waiting: Packages are being installed',
    'waiting: Looking for errors',
    'done: No open comments',
    'waiting: In review',
  ]);
  const unknown = stepsLeft({ ...READY, screens: null, findings: null, comments: null, packages: null });
  expect(unknown.map(({ place }) => place)).toEqual(['review']);
});
