import { expect, it } from 'vitest';
import { formatTable } from './report.ts';

const cellsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

it('compares each line with its peer and its goal', () => {
  const table = formatTable([
    { what: 'save', samples: [4, 5, 30], against: 'git commit', baseline: [10], goal: { of: 'p95', most: 20 } },
    { what: 'memory', samples: [180], unit: 'MB', goal: { of: 'median', most: 180 }, note: 'idle' },
  ]);
  expect(cellsOf(table)).toEqual([
    ['', 'save', '5.00', '30', 'ms', '3', 'git commit', '10', '0.50 ×', 'p95 ≤ 20: MISSED', '', ''],
    ['', 'memory', '180', '180', 'MB', '1', '', '', '', 'median ≤ 180: met', 'idle', ''],
  ]);
});

it('misses a goal of which nothing was measured', () => {
  expect(formatTable([{ what: 'save', samples: [], goal: { of: 'median', most: 1 } }])).toContain('MISSED');
});
