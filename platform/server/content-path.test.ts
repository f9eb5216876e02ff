import { describe, expect, it } from 'vitest';
import { contentPathProblem } from './content-path.ts';

const GOOD = [
  'lessons/0001-first/lesson.yaml',
  'lessons/1-ü/files/Daten 2024 "neu".csv',
  'lessons/1-a/.generated/answer.yaml',
  '.gitattributes',
  '.github/workflows/x.yml',
  'a/git~x',
  'a/..b/c..',
  'a/日本語.md',
];

const BAD = [
  '',
  '/etc/passwd',
  '../evil',
  'a/../b',
  'a/..',
  './a',
  'a/./b',
  'a//b',
  'a/',
  '.git/config',
  'a/.git/hooks/post-checkout',
  'a/.GIT/config',
  'a/.Git',
  'a/.git ',
  'a/.git.',
  'a/.git. ./x',
  'a/.git::$INDEX_ALLOCATION/x',
  'a/GIT~1/config',
  'a/.g\u200cit/config',
  'a/.gi\ufefft/config',
  'a/．git/config',
  'a\\b',
  '..\\evil',
  'a\0b',
  'a\nM 100644 inline b',
  'a\rb',
  'a\u007fb',
  'a/\ud800',
  'a'.repeat(256),
  'ä'.repeat(128),
  Array.from({ length: 300 }, () => 'abc').join('/'),
];

describe('paths that a commit may write', () => {
  it.each(GOOD)('accepts %j', (path) => expect(contentPathProblem(path)).toBeNull());
  it.each(BAD)('refuses %j with a message', (path) => expect(contentPathProblem(path)).toMatch(/^(The|A) .*\.$/));
});
