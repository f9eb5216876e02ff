import { beforeEach, describe, expect, it } from 'vitest';
import { findKeptRun, keepRun, type KeptRun } from './use-run.ts';

const RUN: KeptRun = { source: 'answer', codeRunId: 'r1', code: 'x = 1' };

describe('a run that outlives the page', () => {
  beforeEach(() => localStorage.clear());

  it('is recognized on its screen', () => {
    keepRun(7, RUN);
    expect([findKeptRun(7, 'r1'), findKeptRun(7, 'r2'), findKeptRun(8, 'r1')]).toEqual([RUN, null, null]);
  });

  it.each([['{'], ['null'], ['7'], ['{}'], [JSON.stringify({ ...RUN, source: 'elsewhere' })], [JSON.stringify({ ...RUN, code: 7 })]])(
    'is not read from %s',
    (text) => {
      localStorage.setItem('lessonwright.run.7', text);
      expect(findKeptRun(7, 'r1')).toBeNull();
    },
  );
});
