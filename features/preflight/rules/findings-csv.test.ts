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

it('writes a line for each finding with author and owner of its lesson, without formulas', () => {
  const found = [
    {
      lesson: { sequence: 205, title: '=Sums', author: '@Ada', owner: 'bo@example.org' },
      findings: [FINDING, { ...FINDING, screen_sequence: null, accepted: 'A name' }],
    },
  ];
  expect(findingsCsv(found).split('\r\n')).toEqual([
    'lesson,title,author,owner,screen,severity,rule,file,line,message,fix,accepted',
    `205,'=Sums,'@Ada,bo@example.org,2,warning,text/spelling,screens/one/learn.md,3,"“teh” is no word, or a name.",,`,
    `205,'=Sums,'@Ada,bo@example.org,,warning,text/spelling,screens/one/learn.md,3,"“teh” is no word, or a name.",,A name`,
    '',
  ]);
});
