import { describe, expect, it } from 'vitest';
import { branchNameProblem, branchRef } from './branch-name.ts';
import { runGit } from './git.ts';

const GOOD = ['main', 'drafts/ada-example.com', 'release-2', 'a', '1.2.3', 'v1_x/y-z', 'a'.repeat(100), 'x/headless'];

const BAD = [
  '',
  'a'.repeat(101),
  '-x',
  '--upload-pack=evil',
  '/a',
  '.a',
  'a/.b',
  'a..b',
  'a//b',
  'a/',
  'a.',
  'a./b',
  'a.lock',
  'a.LOCK/b',
  'a b',
  'a\nb',
  'a\0b',
  'a~1',
  'a^',
  'a:b',
  'a?b',
  'a*b',
  'a[b',
  'a\\b',
  'a@{1}',
  '@',
  'é',
  'HEAD',
  'head',
  'refs',
  'refs/heads/main',
  'REFS/heads/main',
];

describe('branch names', () => {
  it.each(GOOD)('accepts %j, like git', async (name) => {
    expect(branchNameProblem(name)).toBeNull();
    expect(branchRef(name)).toBe(`refs/heads/${name}`);
    await runGit(['check-ref-format', '--branch', name], {});
  });

  it.each(BAD)('refuses %j with a message', (name) => {
    expect(branchNameProblem(name)).toMatch(/\w.*\.$/s);
    expect(() => branchRef(name)).toThrow(branchNameProblem(name) ?? '');
  });
});
