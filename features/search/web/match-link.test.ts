import { expect, it } from 'vitest';
import type { SearchMatch } from '../contract/search.ts';
import { matchLink } from './match-link.ts';

const PLACE = {
  document: 'screen',
  id: 3,
  lesson_id: 1,
  screen_id: 3,
  curriculum: null,
  field: 'body_markdown',
  from: 10,
  to: 14,
  line: 2,
  column: 5,
  end_line: 2,
  end_column: 9,
} as const;

function match(place: Partial<SearchMatch['place']>, text = 'word'): SearchMatch {
  return {
    place: { ...PLACE, ...place },
    kind: 'text',
    label: 'Learn',
    screen_sequence: 1,
    screen_title: 'One',
    before: '',
    match: text,
    after: '',
    line_before: null,
    line_after: null,
  };
}

const screen = (search: object) => ({ to: 'screen', lessonId: 1, screenId: 3, search });

it.each([
  ['a text', {}, screen({ section: 'body_markdown', line: 2, column: 5, length: 4 })],
  ['code', { field: 'answer_code' }, screen({ code: 'answer', line: 2, column: 5, length: 4 })],
  ['the value check', { field: 'check_val' }, screen({ code: 'value_check' })],
  ['the title', { field: 'title' }, screen({})],
  ['a question', { field: 'questions/x/options/0/label' }, screen({ section: 'questions' })],
  ['a comment', { document: 'comment', field: 'comment' }, screen({ section: 'comments' })],
  ['a test', { field: 'tests/a/code' }, { to: 'tests', lessonId: 1 }],
  ['a lesson', { document: 'lesson', screen_id: null, field: 'overview' }, { to: 'lesson', lessonId: 1, tab: 'settings' }],
  ['a file', { document: 'file', screen_id: null, field: 'text' }, { to: 'lesson', lessonId: 1, tab: 'packages' }],
  [
    'a course',
    { document: 'course', lesson_id: null, screen_id: null, curriculum: { kind: 'course', id: 8 } },
    { to: 'course', courseId: 8 },
  ],
  ['a step', { document: 'step', lesson_id: null, screen_id: null, curriculum: { kind: 'path', id: 9 } }, { to: 'path', pathId: 9 }],
] as const)('%s opens where it is edited', (_, place, expected) => {
  expect(matchLink(match(place))).toEqual(expected);
});

it('a match over several lines is marked in its first', () => {
  expect(matchLink(match({ end_line: 3, end_column: 2 }, 'wo\nrd'))).toEqual(
    screen({ section: 'body_markdown', line: 2, column: 5, length: 2 }),
  );
});
