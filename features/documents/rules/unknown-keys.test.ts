import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { unknownKeys } from './unknown-keys.ts';

const LESSON = 'lessons/1-a/lesson.yaml';
const SCREEN = 'lessons/1-a/screens/b/screen.yaml';
const QUESTIONS = 'lessons/1-a/screens/b/questions.yaml';

describe('keys that the product doesn’t read', () => {
  it.each([
    ['a key of the lesson', LESSON, 'title: A\ntitel: B\n', ['titel at 9']],
    ['a key of an item', LESSON, 'files:\n  - file_name: a\n    alais: b\n', ['alais at 28']],
    ['a key of a skill', SCREEN, 'skills: [{ name: a, points: 1 }]\n', ['points at 20']],
    ['a key of a question', QUESTIONS, '- question: A\n  hint: B\n', ['hint at 16']],
    ['a key of an option', QUESTIONS, '- options:\n    - { label: A, correct: true }\n', ['correct at 29']],
    ['a key of another kind of question', QUESTIONS, '- kind: choice\n  blanks: []\n', ['blanks at 17']],
    ['a key behind an alias', LESSON, 'files: [&a { file_name: a, b: 1 }, *a]\n', ['b at 27']],
    ['a key of a course', 'courses/1-a/course.yaml', 'name: A\nlesson: [1]\n', ['lesson at 8']],
    ['what a test expects', 'lessons/1-a/screens/b/tests/c/expect.yaml', 'results: [{ anything: 1 }]\n', []],
    ['a file of another name', 'lessons/1-a/notes.yaml', 'anything: 1\n', []],
    ['a file that isn’t YAML', LESSON, 'title: [\n', []],
    ['an empty file', LESSON, '', []],
  ])('%s', (_, path, text, expected) => {
    expect(unknownKeys(path, text).map(({ key, at }) => `${key} at ${at}`)).toEqual(expected);
  });

  it('come with the keys that it reads there', () => {
    expect(unknownKeys(SCREEN, 'skills: [{ title: a }]\n')).toEqual([{ key: 'title', known: ['uuid', 'name', 'point_value'], at: 11 }]);
  });

  it('aren’t in the sample content', () => {
    const found = sampleLessons().flatMap(({ folder, files }) =>
      [...files].flatMap(([path, bytes]) => unknownKeys(`lessons/${folder}/${path}`, decodeUtf8(bytes))),
    );
    expect(found).toEqual([]);
  });
});
