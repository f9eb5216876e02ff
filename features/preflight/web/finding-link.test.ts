import { expect, it } from 'vitest';
import type { ReleaseFinding } from '../contract/preflight.ts';
import { findingLink, findingPlaceText } from './finding-link.ts';

const finding = (field: string | null, file: string, screen_id: number | null = 7): ReleaseFinding => ({
  rule: 'leftover',
  severity: 'note',
  message: '',
  fingerprint: '',
  fix: null,
  accepted: null,
  lesson_id: 1,
  screen_id,
  screen_sequence: screen_id === null ? null : 2,
  place: { screen: null, file, field, line: 12, column: 1, end_line: 12, end_column: 2 },
});
const screen = (search: object) => ({ to: 'screen', screenId: 7, search });

it.each([
  ['a text', finding('hint_markdown', 'screens/a/hint.md'), screen({ section: 'hint_markdown', line: 12 }), 'Screen 2, Hint, line 12'],
  ['code', finding('answer_code', 'screens/a/code/answer.py'), screen({ code: 'answer', line: 12 }), 'Screen 2, Answer code, line 12'],
  ['a text that is missing', finding('hint_markdown', 'screens/a/screen.yaml'), screen({ section: 'hint_markdown' }), 'Screen 2, Hint'],
  ['a question', finding('questions', 'screens/a/questions.yaml'), screen({ section: 'questions' }), 'Screen 2, Questions'],
  ['a setting', finding(null, 'screens/a/screen.yaml'), screen({}), 'Screen 2'],
  ['a file', finding(null, 'files/a.csv', null), { to: 'lesson', tab: 'packages' }, 'files/a.csv'],
  ['the lesson', finding(null, 'lesson.yaml', null), { to: 'lesson', tab: 'settings' }, 'lesson.yaml'],
])('%s opens where it is', (_name, given, link, text) => {
  expect(findingLink(given)).toEqual(link);
  expect(findingPlaceText(given)).toBe(text);
});
