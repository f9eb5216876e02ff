import { expect, it } from 'vitest';
import { canHoldPlanning, isPlanningChange } from './planning-change.ts';

const isChange = (before: string, after: string) => isPlanningChange(Buffer.from(before), Buffer.from(after));
const lesson = 'uuid: 1\ntitle: Loops\nscreens:\n  - one\n';

it.each([
  ['an owner is added', lesson, `${lesson}owner: ada@example.org\n`],
  ['a due date changes', `${lesson}due: 2026-12-01\n`, `${lesson}due: "2026-12-31"\n`],
  ['all is removed', `uuid: 1\nstage: ready\nreviewer: a.b+c@example.org\ntitle: Loops\n`, 'uuid: 1\ntitle: Loops\n'],
])('%s: only the planning changes', (_, before, after) => expect(isChange(before, after)).toBe(true));

it.each([
  ['the title changes too', lesson, `${lesson.replace('Loops', 'Lists')}stage: ready\n`],
  ['a value is an anchor that another key uses', `${lesson}stage: &a ready\n`, `${lesson}stage: &a Lists\n`],
  ['a value continues on the next line', `${lesson}owner: a\n  b\n`, `${lesson}owner: a\n  c\n`],
  ['a key is there twice, which breaks the file', `${lesson}stage: ready\n`, `${lesson}stage: ready\nstage: ready\n`],
  ['the line is inside a text', `{title: "Loops\nowner: a\n"}`, `{title: "Loops\nowner: b\n"}`],
  ['a line that moves takes in the text after it', 'description: A.\nowner: a\n  B.\n', 'owner: a\ndescription: A.\n  B.\n'],
  ['a line that is added empties a list', 'objectives:\n- a\n', 'objectives:\nowner: \n- a\n'],
  ['a line that is added takes a list', 'screens:\n  - one\n', 'screens:\nstage: \n  - one\n'],
  ['the line has other ends', `${lesson}stage: ready\r\n`, `${lesson}stage: writing\r\n`],
  ['a key of something else is named alike', 'files:\n  - stage: a\n', 'files:\n  - stage: b\n'],
])('%s: more changes than the planning', (_, before, after) => expect(isChange(before, after)).toBe(false));

it.each([
  ['lessons/101-loops/lesson.yaml', true],
  ['lessons/101-loops/screens/one/lesson.yaml', false],
  ['courses/1-first/lesson.yaml', false],
  ['lessons/101-loops/screens/one/screen.yaml', false],
])('%s can hold planning: %s', (path, expected) => expect(canHoldPlanning(path)).toBe(expected));
