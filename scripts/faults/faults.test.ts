import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSourceFiles } from '../layers/imports.ts';
import { FOLDERS_WITH_TESTS, nearTests } from '../suites/near-tests.ts';
import { applyFault } from './apply-fault.ts';
import { namedTest } from './catch-fault.ts';
import { FAULTS } from './faults.ts';

describe('the list of faults', () => {
  it.each(FAULTS.map((fault) => [fault.id, fault] as const))('%s still applies to the source', (_id, fault) => {
    const text = readFileSync(fault.file, 'utf8');
    expect(applyFault(text, fault)).not.toBe(text);
  });

  it('has sixty faults with unique ids, in every part of the product', () => {
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(60);
    expect(new Set(FAULTS.map(({ file }) => file.split('/', 1)[0]))).toEqual(new Set(['platform', 'features', 'app', 'runner']));
  });

  it('names existing tests', () => {
    const missing = FAULTS.flatMap(({ tests }) => tests).filter((test) => {
      const { path, words } = namedTest(test);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(words);
    });
    expect(missing).toEqual([]);
  });
});

describe('the tests near a change', () => {
  it('include a test that notices it, for at least 95 % of the faults', async () => {
    const files = await readSourceFiles(process.cwd(), FOLDERS_WITH_TESTS);
    const missed = FAULTS.filter(({ file, tests }) => {
      const near = nearTests([file], files);
      return !tests.some((test) => near.includes(namedTest(test).path));
    });
    expect(missed.map(({ id }) => id).slice(Math.floor(FAULTS.length / 20))).toEqual([]);
  });
});

describe('applying a fault', () => {
  const fault = { id: 'x', file: 'a.ts', find: 'b', replace: 'X' };

  it('replaces what occurs once', () => {
    expect(applyFault('abc', fault)).toBe('aXc');
  });

  it.each([
    ['ac', 0],
    ['abcb', 2],
  ])('refuses %s', (text, count) => {
    expect(() => applyFault(text, fault)).toThrow(`occurs ${count} times in a.ts`);
  });
});
