import { expect, it } from 'vitest';
import { countGaps, onlyGaps, skillMatrix, skillsCsv } from './skill-matrix.ts';

const MATRIX = skillMatrix({
  courses: [
    { sequence: 20, name: 'Joins' },
    { sequence: 10, name: '=First' },
  ],
  reports: [
    { lesson_id: 1, courses: [10, 20] },
    { lesson_id: 2, courses: [20] },
    { lesson_id: 3, courses: [] },
  ],
  skills: [
    { lesson_id: 1, assessed: [{ name: 'Loops', screens: 1, questions: 2 }], named: [] },
    { lesson_id: 2, assessed: [{ name: ' loops', screens: 2, questions: 0 }], named: ['Joins', 'Joins ', ''] },
    { lesson_id: 3, assessed: [{ name: 'Joins', screens: 1, questions: 1 }], named: ['Loops'] },
    // An earlier version, which isn't listed.
    { lesson_id: 4, assessed: [{ name: 'Old', screens: 1, questions: 1 }], named: [] },
  ],
});

it('counts the screens, questions and lessons of each skill in each course', () => {
  expect(MATRIX.courses.map(({ sequence }) => sequence)).toEqual([10, 20, null]);
  expect(MATRIX.rows.map(({ skill, cells }) => [skill, ...cells.map((cell) => Object.values(cell).join(' '))])).toEqual([
    ['Joins', '0 0 0', '0 0 1', '1 1 0'],
    ['Loops', '1 2 0', '3 2 0', '0 0 1'],
  ]);
});

it('finds what a course names and doesn’t assess, and courses that assess nothing', () => {
  expect([MATRIX.isAssessed, countGaps(MATRIX)]).toEqual([[true, true, true], 1]);
  expect(onlyGaps(MATRIX)).toMatchObject({ courses: [{ sequence: 20 }], rows: [{ skill: 'Joins', cells: [{ lessons: 1 }] }] });
  const empty = skillMatrix({ skills: [], reports: [], courses: [{ sequence: 10, name: 'First' }] });
  expect([empty.rows, empty.isAssessed, countGaps(empty)]).toEqual([[], [false], 1]);
  expect(skillsCsv(empty).split('\r\n')[1]).toBe(',10,First,0,0,,no skill assessed');
});

it('writes a line for each skill of a course, without formulas', () => {
  expect(skillsCsv(MATRIX).split('\r\n')).toEqual([
    'skill,course,course_name,screens,questions,lessons,gap',
    'Joins,20,Joins,0,0,1,not assessed',
    'Joins,,In no course,1,1,0,',
    "Loops,10,'=First,1,2,0,",
    'Loops,20,Joins,3,2,0,',
    'Loops,,In no course,0,0,1,',
    '',
  ]);
});
