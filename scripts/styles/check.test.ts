import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { styleProblems } from './check.ts';

const ROOT = join(import.meta.dirname, '../..');

const SHEET = 'features/runs/web/runs.module.css';
const PAGE = 'features/runs/web/runs.tsx';

it('the pages take sizes, spaces and colours from the theme', () => {
  const files = globSync('{features/*/web,platform/web,app/web}/**/*.{css,ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  expect(files.length).toBeGreaterThan(500);
  expect(styleProblems(files)).toEqual([]);
});

it.each([
  [SHEET, '.a { font-size: 13px; }', 'a size of text'],
  [SHEET, '.a { font: 600 0.8rem/1.5 serif; }', 'a size of text'],
  [SHEET, '.a { padding: 0 10px; }', 'a space'],
  [SHEET, '.a { margin-inline-start: -6px; }', 'a space'],
  [SHEET, '.a { gap: 1px 6px; }', 'a space'],
  [SHEET, '.a { color: light-dark(#1864ab, #74c0fc); }', 'a colour'],
  [SHEET, '.a { color: var(--mantine-color-red-8); }', 'a colour'],
  [PAGE, "const style = { color: '#fff' };", 'a colour'],
  [PAGE, "const style = { fontSize: '11px' };", 'a size of text'],
  [PAGE, '<Group gap={6}>', 'a space'],
  [PAGE, '<div style={{ marginLeft: 8 }}>', 'a space'],
  [PAGE, '<Badge color="red">', 'a colour'],
])('%s may not have %s', (path, text, what) => {
  const problems = styleProblems([{ path, text }]);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toContain(`${path}:1: `);
  expect(problems[0]).toContain(what);
});

it.each([
  [SHEET, '.a { padding: 1px var(--mantine-spacing-xs); font-size: 0.9em; margin: 0 auto; color: var(--color-error); }'],
  [SHEET, '.a { scroll-margin-top: 64px; width: 20px; }'],
  [PAGE, '<Group gap="xs"><Badge color="review"><IconCheck size={16} /></Badge></Group>'],
  [PAGE, "const anchor = '#place';"],
  ['platform/web/ui/tokens.css', ':root { --color-error: #b3261e; }'],
])('%s may have %s', (path, text) => {
  expect(styleProblems([{ path, text }])).toEqual([]);
});

it('a file of the list may have as many as written there, and no fewer', () => {
  const file = { path: SHEET, text: '.a { color: #fff; }' };
  expect(styleProblems([file], { [SHEET]: 1 })).toEqual([]);
  expect(styleProblems([file], { [SHEET]: 2 })).toEqual([`${SHEET}: has only 1 values by hand. Write that in scripts/styles/check.ts.`]);
});
