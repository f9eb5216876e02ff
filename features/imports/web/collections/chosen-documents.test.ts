import { describe, expect, it } from 'vitest';
import type { DocumentState } from '../../contract/collections.ts';
import { chooseAll, moveDocument, summaryOf, withNumbers } from './chosen-documents.ts';

const document = (path: string, state: DocumentState = 'new', sequence: number | null = null) => ({
  path,
  state,
  sequence,
  is_known: sequence !== null,
  part: '',
  report: null,
  files: [],
  reason: '',
});

describe('the documents of a preview', () => {
  it('are chosen if they can be imported and are in the table of contents', () => {
    const states = ['new', 'changed', 'same', 'refused', 'unlisted', 'deleted', 'gone'] as const;
    expect(chooseAll(states.map((state) => document(state, state))).map(({ isChosen }) => isChosen)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('get numbers in order, and known ones keep theirs', () => {
    const chosen = chooseAll([document('a'), document('b', 'changed', 11), document('c', 'unlisted'), document('d')]);
    expect(withNumbers(chosen, 10).map(({ number }) => number)).toEqual([10, 11, null, 12]);
    const all = chosen.map((each) => ({ ...each, isChosen: true }));
    expect(withNumbers(all, 10).map(({ number }) => number)).toEqual([10, 11, 12, 13]);
  });

  it('are summed up by those that are chosen', () => {
    const report = (reasons: readonly string[]) => ({
      report: {
        title: '',
        language: null,
        structure: 'cell' as const,
        structure_reason: '',
        packages: [],
        screens: [],
        images: [],
        notes: reasons.map((reason) => ({ place: '', reason })),
      },
    });
    const documents = chooseAll([
      { ...document('a'), ...report([]) },
      { ...document('b'), ...report(['x', 'y']) },
      { ...document('c', 'unlisted'), ...report(['z']) },
      document('d', 'refused'),
    ]);
    expect(summaryOf(documents)).toEqual({ chosen: 2, noted: 1 });
  });

  it('can be moved', () => {
    const chosen = chooseAll([document('a'), document('b'), document('c')]);
    expect(moveDocument(chosen, 1, -1).map(({ path }) => path)).toEqual(['b', 'a', 'c']);
    expect(moveDocument(chosen, 1, 1).map(({ path }) => path)).toEqual(['a', 'c', 'b']);
    expect(moveDocument(chosen, 0, -1).map(({ path }) => path)).toEqual(['a', 'b', 'c']);
  });
});
