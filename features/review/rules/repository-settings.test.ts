import { describe, expect, it } from 'vitest';
import { readMergeRules } from './repository-settings.ts';

const read = (text: string) => readMergeRules(new TextEncoder().encode(text));

describe('readMergeRules', () => {
  it('requires one approval if there is no file', () => {
    expect(readMergeRules(null)).toEqual({ approvals: 1, is_set: false, problem: null });
  });

  it.each([
    ['approvals: 0', 0],
    ['approvals: 2\nother: x\n', 2],
  ])('reads %j', (text, approvals) => {
    expect(read(text)).toEqual({ approvals, is_set: true, problem: null });
  });

  it.each(['', '# nothing yet\n', 'other: 1\n'])('requires one approval for %j', (text) => {
    expect(read(text)).toEqual({ approvals: 1, is_set: false, problem: null });
  });

  it.each(['approvals: -1', 'approvals: 1.5', 'approvals: many', 'approvals: 11', 'approvals: null', '[1]', 'a: [', 'approvals: "0"'])(
    'keeps the default and names the problem of %j',
    (text) => {
      expect(read(text)).toEqual({ approvals: 1, is_set: false, problem: expect.stringMatching(/\S/) });
    },
  );

  it('keeps the default for a file that is not text', () => {
    expect(readMergeRules(new Uint8Array([0xff, 0xfe, 0x00]))).toMatchObject({ approvals: 1, problem: 'The file is not UTF-8 text.' });
  });
});
