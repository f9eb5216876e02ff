import { describe, expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';
import { undoFields } from './undo-merge.ts';

const question = (uuid: string, text: string) => ({ uuid, question: text, options: [{ label: 'a' }, { label: 'b' }] });

describe('undoing a change of fields', () => {
  it.each<[string, { before: object; after: object; now: object; undone: object; kept?: string[] }]>([
    ['restores what has not changed since', { before: { a: 1 }, after: { a: 2 }, now: { a: 2, b: 3 }, undone: { a: 1, b: 3 } }],
    [
      'keeps other lines that were changed since',
      { before: { t: 'a\nb\nc' }, after: { t: 'x\nb\nc' }, now: { t: 'x\nb\nd' }, undone: { t: 'a\nb\nd' } },
    ],
    [
      'leaves lines that were changed since, and undoes the rest',
      { before: { t: 'a', u: 'b' }, after: { t: 'x', u: 'y' }, now: { t: 'z', u: 'y' }, undone: { t: 'z', u: 'b' }, kept: ['t'] },
    ],
    ['leaves what was undone by hand', { before: { a: 1 }, after: { a: 2 }, now: { a: 1 }, undone: { a: 1 } }],
    ['leaves a value that was set since', { before: { a: 1 }, after: { a: 2 }, now: { a: 3 }, undone: { a: 3 }, kept: ['a'] }],
    [
      'keeps items that were added to a list since',
      { before: { l: ['a'] }, after: { l: ['a', 'b'] }, now: { l: ['a', 'b', 'c'] }, undone: { l: ['a', 'c'] } },
    ],
    [
      'undoes one question beside another that was added since',
      {
        before: { questions: [question('1', 'old')] },
        after: { questions: [question('1', 'new')] },
        now: { questions: [question('2', 'other'), question('1', 'new')] },
        undone: { questions: [question('2', 'other'), question('1', 'old')] },
      },
    ],
    [
      'names a question that was changed since',
      {
        before: { questions: [question('1', 'old')] },
        after: { questions: [question('1', 'new')] },
        now: { questions: [question('1', 'newer')] },
        undone: { questions: [question('1', 'newer')] },
        kept: ['questions/1/question'],
      },
    ],
    [
      'leaves a question deleted that was deleted since',
      {
        before: { questions: [question('1', 'old'), question('2', 'old')] },
        after: { questions: [question('1', 'new'), question('2', 'new')] },
        now: { questions: [question('2', 'new')] },
        undone: { questions: [question('2', 'old')] },
      },
    ],
    [
      'restores an item that the change removed',
      { before: { p: [{ name: 'a' }] }, after: { p: [] }, now: { p: [] }, undone: { p: [{ name: 'a' }] } },
    ],
  ])('%s', (_, { before, after, now, undone, kept = [] }) => {
    expect(undoFields(before as Record<string, unknown>, after as Record<string, unknown>, now)).toEqual({ fields: undone, kept });
  });
});

it('finds the fields that differ', () => {
  expect(changedFields({ a: 1, b: [1], c: null }, { a: 1, b: [2], c: null })).toEqual({ before: { b: [1] }, after: { b: [2] } });
});
