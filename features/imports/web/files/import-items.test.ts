import { describe, expect, it } from 'vitest';
import { isImportable, itemsToRead, itemsToSend, numberProblem, suggestNumbers, type ImportItem, type ItemState } from './import-items.ts';
import { MESSAGES } from './messages.ts';

const report = {
  title: 'T',
  language: null,
  structure: 'cell' as const,
  structure_reason: '',
  packages: [],
  screens: [],
  images: [],
  notes: [],
};
const item = (id: string, number: string, state: ItemState = { is: 'ready', report }): ImportItem => ({
  id,
  file: new File([], `${id}.md`),
  number,
  title: '',
  state,
});

describe('the files to import', () => {
  it('get numbers after all known ones', () => {
    expect(suggestNumbers([3, 12, 7], [], 2)).toEqual(['13', '14']);
    expect(suggestNumbers([3], [item('a', '40'), item('b', '')], 1)).toEqual(['41']);
    expect(suggestNumbers([], [], 1)).toEqual(['1']);
  });

  it('need distinct numbers', () => {
    const [a, b, same, none, refused] = [
      item('a', '1'),
      item('b', '2'),
      item('c', '01'),
      item('d', ''),
      item('e', '2', { is: 'refused', error: 'no' }),
    ];
    const all = [a, b, same, none, refused] as ImportItem[];
    expect(all.map((each) => numberProblem(each, all))).toEqual([
      MESSAGES.numberTwice,
      null,
      MESSAGES.numberTwice,
      MESSAGES.numberMissing,
      null,
    ]);
  });

  it('are sent once they were read, and again after a failure', () => {
    const states: ItemState[] = [
      { is: 'reading' },
      { is: 'ready', report },
      { is: 'failed', report, error: '' },
      { is: 'done', report, lessonId: 1 },
      { is: 'refused', error: '' },
    ];
    const items = states.map((state, index) => item(String(index), '1', state));
    expect(itemsToSend(items).map(({ id }) => id)).toEqual(['1', '2']);
    // Those that are being read are read again with other options.
    expect(itemsToRead(items).map(({ id }) => id)).toEqual(['0', '1', '2']);
  });

  it.each([
    ['a.ipynb', true],
    ['A.MD', true],
    ['notes.Rmd', true],
    ['quiz.xml', true],
    ['quiz.gift', true],
    ['lesson.yaml', true],
    ['a.pdf', false],
    ['md', false],
  ])('%s can be imported: %s', (name, can) => expect(isImportable(name)).toBe(can));
});
