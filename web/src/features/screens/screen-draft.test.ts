import { describe, expect, it } from 'vitest';
import { emptyScreenFields } from '#contract/screens.ts';
import { combineDrafts, unsavedPart } from './screen-draft.ts';

const early = { base_revision: 3, at: 100, fields: { title: 'a', hint_markdown: 'h' } };
const late = { base_revision: 5, at: 200, fields: { title: 'b' } };

describe('drafts of several visits', () => {
  it.each([
    [null, null, null],
    [early, null, early],
    [null, late, late],
    [early, late, { base_revision: 3, at: 200, fields: { title: 'b', hint_markdown: 'h' } }],
  ])('%# are one', (earlier, later, expected) => {
    expect(combineDrafts(earlier, later)).toEqual(expected);
  });
});

describe('what of a draft is unsaved', () => {
  const saved = { ...emptyScreenFields(), title: 'b' };
  const form = { read: <F extends keyof typeof saved>(field: F) => saved[field] };
  it.each([
    [null, null],
    [late, null],
    [early, early],
    [
      { ...early, fields: { title: 'b', hint_markdown: 'h' } },
      { ...early, fields: { hint_markdown: 'h' } },
    ],
  ])('%#', (draft, expected) => {
    expect(unsavedPart(draft, form)).toEqual(expected);
  });
});
