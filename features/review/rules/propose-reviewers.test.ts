import { describe, expect, it } from 'vitest';
import type { ReviewerCandidate } from '../contract/pull-requests.ts';
import { chosenAtFirst, proposeReviewers } from './propose-reviewers.ts';

const person = (name: string, facts: Partial<ReviewerCandidate> = {}): ReviewerCandidate => ({
  id: name.charCodeAt(0),
  name,
  reviews: [],
  wrote: [],
  is_writer: false,
  ...facts,
});
const people = [
  person('Ada'),
  person('Ben', { wrote: [1, 2] }),
  person('Cy', { reviews: [3] }),
  person('Dee', { reviews: [1], is_writer: true }),
  person('Eve', { wrote: [1, 2, 3] }),
  person('Fay'),
];

describe('who is proposed as a reviewer', () => {
  it.each<[string, Parameters<typeof proposeReviewers>[1], string[]]>([
    ['all lessons', 'all', ['Cy', 'Eve', 'Ben', 'Ada', 'Fay']],
    ['one lesson', new Set([1]), ['Ben', 'Eve', 'Ada', 'Cy', 'Fay']],
  ])('%s', (_, ticked, names) => expect(proposeReviewers(people, ticked).map(({ name }) => name)).toEqual(names));

  it('is said with the reason', () => {
    expect(proposeReviewers(people.slice(0, 5), new Set([1, 3])).map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Cy: reviewer of the lesson',
      'Eve: worked on 2 of the lessons before',
      'Ben: worked on the lesson before',
      'Ada: ',
      'Dee: changed something here, so an approval wouldn’t count',
    ]);
  });
});

it.each<[Parameters<typeof chosenAtFirst>[1], string[]]>([
  ['all', ['Cy', 'Dee']],
  [new Set([3]), ['Cy']],
  [new Set([2]), []],
])('the reviewers of %j are chosen at first', (ticked, names) =>
  expect(chosenAtFirst(people, ticked)).toEqual(names.map((name) => name.charCodeAt(0))),
);
