import { describe, expect, it } from 'vitest';
import { LATEST_RANKS, lessonStatus, MAIN_STATES, mainStateOf, releaseStatusOf, type MainState } from './main-state.policy.ts';

describe('mainStateOf', () => {
  it.each<[string, boolean, string | null, boolean, MainState, (string | null)?]>([
    ['main itself', true, 'a', true, 'published'],
    ['a number that main has not', false, null, false, 'new'],
    ['a lesson that main had', false, null, true, 'new'],
    ['a copy', false, 'a', true, 'same'],
    ['a change', false, 'b', false, 'changed'],
    ['a change of what main has', false, 'b', false, 'changed', 'b'],
    ['a change that main has moved on from', false, 'c', false, 'diverged', 'b'],
    ['a copy that main has moved on from', false, 'b', true, 'behind'],
  ])('of %s', (_name, is_main, main, wasPublished, state, base_hash = null) => {
    expect(mainStateOf({ is_main, content_hash: 'a', base_hash }, main, wasPublished)).toBe(state);
  });
});

it('puts what is ahead of main first, then main, then what adds nothing to it', () => {
  const order = MAIN_STATES.toSorted((one, other) => LATEST_RANKS[one] - LATEST_RANKS[other]);
  expect(order).toEqual(['new', 'changed', 'diverged', 'published', 'same', 'behind']);
});

it('is also reported in the values of the specification', () => {
  expect(MAIN_STATES.map(releaseStatusOf)).toEqual(['Published', 'Modified', 'Modified', 'Modified', 'Unmodified', 'Modified']);
});

it.each([
  ['changed', 'In review', 'In review'],
  ['new', 'Approved', 'Approved'],
  ['changed', 'Changes requested', 'Changes requested'],
  ['changed', 'Merged', 'Changed'],
  ['new', 'Closed', 'New'],
  ['changed', null, 'Changed'],
  ['diverged', null, 'Both changed'],
  ['diverged', 'In review', 'In review'],
  ['same', 'Approved', 'Same as main'],
  ['behind', 'Merged', 'Behind main'],
  ['published', null, 'Published'],
] as const)('a %s lesson with the review %s reads %s', (main_state, review_status, text) => {
  expect(lessonStatus({ main_state, review_status })).toBe(text);
});
