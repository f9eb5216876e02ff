import { expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { reportCsv, reportedLessons } from './report-csv.ts';

const listed = (row: Partial<LessonRow>) =>
  ({
    release_name: 'Main',
    main_state: 'published',
    review_status: null,
    owner: null,
    last_updated: '2026-11-01T00:00:00Z',
    ...row,
  }) as LessonRow;

const REPORT = {
  lesson_id: 1,
  tests: 4,
  failing: 1,
  not_run: 2,
  doubted: 0,
  open_comments: 3,
  built_at: null,
  courses: [10, 20],
};
const FINDINGS = { lesson_id: 1, errors: 1, warnings: 2, is_checked: true };

it('has the latest version of each lesson, and no cell that a spreadsheet would compute', () => {
  const rows = [
    listed({ id: 1, sequence: 7, title: '=1+1', is_latest: true }),
    listed({ id: 2, sequence: 7, title: 'Older', is_latest: false }),
    listed({ id: 3, sequence: 8, title: 'Without a report', is_latest: true }),
  ];
  const lessons = reportedLessons(rows, [REPORT, { ...REPORT, lesson_id: 2 }], [FINDINGS]);
  expect(lessons.map(({ id }) => id)).toEqual([1]);
  const [head, line] = reportCsv(lessons).split('\r\n');
  expect(head).toMatch(/^number,title,release,status,/);
  expect(line).toMatch(/^7,'=1\+1,/);
  expect(line).toMatch(/,1,2,4,1,2,0,3,,10 20$/);
});

it.each([
  ['being loaded', null],
  ['of an earlier state', [{ ...FINDINGS, is_checked: false }]],
  ['missing', []],
])('has empty cells for findings that are %s', (_why, findings) => {
  const lessons = reportedLessons([listed({ id: 1, sequence: 7, title: 'Sums', is_latest: true })], [REPORT], findings);
  expect(reportCsv(lessons)).toMatch(/,,,4,1,2,0,3,,10 20\r\n$/);
});
