import { expect, it } from 'vitest';
import { DataFileContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { filesOfScreens } from './files-of-screens.ts';

const FILES = {
  images: ['a.png', 'b.png', 'two words.png'],
  data: [
    DataFileContent.parse({ file_name: 'sales.csv' }),
    DataFileContent.parse({ file_name: 'long-name.csv', alias: 'short.csv' }),
    DataFileContent.parse({ file_name: 'shown.txt', screens: ['intro'] }),
    DataFileContent.parse({ file_name: 'data/raw/owls.csv' }),
    DataFileContent.parse({ file_name: 'other.txt', screens: ['end'] }),
  ],
};
const screen = (fields: object, question = '') => ({
  folder: 'start',
  fields: { ...emptyScreenFields(), ...fields },
  questions: question === '' ? [] : [QuestionContent.parse({ uuid: '00000000-0000-4000-8000-000000000001', question })],
  tests: [],
});

it.each([
  ['a text with an image', screen({ body_markdown: '![A](images/a.png)' }), ['a.png'], []],
  ['an encoded address', screen({ body_markdown: '![A](images/two%20words.png)' }), ['two words.png'], []],
  ['a question with an image', screen({}, '![B](images/b.png)'), ['b.png'], []],
  ['code that opens a file', screen({ answer_code: 'open("sales.csv")' }), [], ['sales.csv']],
  ['code that puts a path together', screen({ answer_code: "open(folder + 'owls.csv')" }), [], ['data/raw/owls.csv']],
  ['code that lists a folder above', screen({ answer_code: 'list.files("data/", recursive = TRUE)' }), [], ['data/raw/owls.csv']],
  ['code that opens an alias', screen({ initial_code: 'open("short.csv")' }), [], ['long-name.csv']],
  ['the screen that shows a file', { ...screen({}), folder: 'intro' }, [], ['shown.txt']],
  ['nothing', screen({ body_markdown: 'No file.' }), [], []],
])('come along for %s', (_, given, images, data) => {
  expect(filesOfScreens([given], FILES)).toEqual({ images, data });
});
