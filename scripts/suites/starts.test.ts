import { describe, expect, it } from 'vitest';
import { countLines, problemsOf, readLimits, summarizeStarts } from './starts.ts';

const starts = countLines([
  'products\ta.test.ts\ngitCommands\ta.test.ts\n',
  'gitCommands\tb.test.ts\ngitCommands\tb.test.ts\nproducts\t\n',
]);
const limits = (products: number, gitCommands: number) => ({
  products: { most: products, what: 'products' },
  gitCommands: { most: gitCommands, what: 'git commands' },
});

describe('the starts of a run', () => {
  it('are counted by kind and test file', () => {
    expect(starts).toEqual({ products: { 'a.test.ts': 1, '': 1 }, gitCommands: { 'a.test.ts': 1, 'b.test.ts': 2 } });
  });

  it('are summed up in a line, those that never happened too', () => {
    expect(summarizeStarts(starts, { ...limits(9, 9), pages: { most: 5, what: 'pages' } })).toBe('2 products, 3 git commands, 0 pages');
  });

  it('are no problem up to the limit', () => {
    expect(problemsOf(starts, limits(2, 3))).toEqual([]);
  });

  it('beyond the limit name the files that start most', () => {
    const [problem, ...others] = problemsOf(starts, limits(2, 2));
    expect(others).toEqual([]);
    expect(problem).toMatch(/^3 git commands were started, and 2 are allowed\. .*\n +2 {2}b\.test\.ts\n +1 {2}a\.test\.ts$/);
  });

  it('are a problem if none of a kind was counted', () => {
    const pages = { pages: { most: 5, what: 'loaded pages' } };
    expect(problemsOf(starts, pages)).toEqual(['No loaded pages were counted. Correct what testing/count-starts.mjs looks for.']);
  });

  it('have limits that can be read', async () => {
    expect(Object.keys(await readLimits())).toContain('sandboxes');
  });
});
