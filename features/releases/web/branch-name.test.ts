import { expect, it } from 'vitest';
import { suggestBranchName } from './branch-name.ts';

it.each([
  ['Spring 2026', [], 'spring-2026'],
  ['Spring 2026', ['main', 'spring-2026'], 'spring-2026-2'],
  ['  Ünïcode & more!  ', [], 'unicode-and-more'],
  ['!!!', [], ''],
  ['', ['main'], ''],
])('%j beside %j suggests %j', (name, taken, branch) => {
  expect(suggestBranchName(name, taken)).toBe(branch);
});
