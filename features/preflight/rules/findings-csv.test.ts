import { expect, it } from 'vitest';
import type { ReleaseFinding } from '../contract/preflight.ts';
import { findingsCsv } from './findings-csv.ts';

const FINDING: ReleaseFinding = {
  rule: 'text/spelling',
  severity: 'warning',
  place: { screen: 'a', file: 'screens/one/learn.md', field: 'body_markdown', line: 3, column: 1, end_line: 3, end_column: 4 },
  message: '“teh” is no word, or a name.',
  fingerprint: 'f',
  fix: null,
  lesson_id: 7,
  screen_id: 8,
  screen_sequence: 2,
  accepted: null,
};

it('writes a line for each finding with the author of its lesson, without formulas', () => {
  const found = [
    { lesson: { id: 7, sequence: 205, title: '=Sums' }, findings: [FINDING, { ...FINDING, screen_sequence: null, accepted: 'A name' }] },
  ];
  expect(findingsCsv(found, new Map([[7, 'Ada']])).split('\r\n')).toEqual([
    'lesson,title,author,screen,severity,rule,file,line,message,fix,accepted',
    `205,'=Sums,Ada,2,warning,text/spelling,screens/one/learn.md,3,"“teh” is no word, or a name.",,`,
    `205,'=Sums,Ada,,warning,text/spelling,screens/one/learn.md,3,"“teh” is no word, or a name.",,A name`,
    '',
  ]);
});
