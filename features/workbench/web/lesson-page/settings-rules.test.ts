import { expect, it } from 'vitest';
import { emptyLessonFields, LESSON_TYPES, type LessonFields, type LessonType } from '#features/lessons/contract/lessons.ts';
import { featureNotes, hasFeatures, hasPorts, hasTimeout, isProject, shownLists } from './settings-rules.ts';

it.each([
  ['python', [], true],
  ['r', [], true],
  ['sql', ['High CPU'], true],
  ['cli', [], false],
  [null, [], false],
  ['python', ['Long-running code'], false],
  ['python', ['File viewer', 'GPU'], false],
] as const)('a lesson in %s with %j has a timeout: %s', (language, features, expected) => {
  expect(hasTimeout({ language, enabled_features: [...features] })).toBe(expected);
});

it('takes the types containing project for projects', () => {
  expect((Object.keys(LESSON_TYPES) as LessonType[]).filter(isProject)).toEqual(['project', 'portfolio_project', 'installation_project']);
});

it('hides features, and the ports that come with one, for the command line', () => {
  expect(hasFeatures({ language: 'cli' })).toBe(false);
  expect(hasFeatures({ language: null })).toBe(true);
  expect(hasPorts({ language: 'python', enabled_features: ['Stateful'] })).toBe(true);
  expect(hasPorts({ language: 'python', enabled_features: [] })).toBe(false);
  expect(hasPorts({ language: 'cli', enabled_features: ['Stateful'] })).toBe(false);
});

it.each<[Partial<LessonFields>, string[]]>([
  [{ type: 'mission' }, ['objectives']],
  [{ type: 'practice_problem' }, ['objectives', 'related_lessons', 'skill_topics']],
  [{ type: 'portfolio_project' }, ['objectives', 'skill_requirements']],
  [{ type: 'installation_project', enabled_features: ['Stateful'] }, ['objectives', 'skill_requirements', 'app_ports']],
  [{ language: 'cli', enabled_features: ['Stateful'] }, ['objectives']],
])('of the lists, %j shows its own', (change, expected) => {
  expect(shownLists({ ...emptyLessonFields({ title: '', author: '' }), ...change })).toEqual(expected);
});

it.each<[Partial<LessonFields>, readonly ('GPU' | 'Excel')[] | undefined, string[]]>([
  [{ enabled_features: ['GPU', 'Excel', 'Stateful'] }, [], ['No runner offers GPU or Excel, so the code of this lesson can’t run.']],
  [{ enabled_features: ['GPU', 'Excel'] }, ['GPU'], ['No runner offers Excel, so the code of this lesson can’t run.']],
  [{ enabled_features: ['GPU'] }, undefined, []],
  [
    { enabled_features: ['Chat temperature'] },
    [],
    ['Chat temperature is part of deploys, with the chat prompts. Lessonwright itself has no chat.'],
  ],
  [
    { enabled_features: ['File viewer'], code_run_timeout: 40 },
    [],
    ['Code can run for 40 seconds. To change that, remove File viewer and set Timeout.'],
  ],
  [{ enabled_features: ['Long-running code'], code_run_timeout: 40 }, [], ['Code can run for 3,600 seconds.']],
  [{ language: 'cli', enabled_features: ['File viewer'] }, [], []],
])('about %j with runners that offer %j it says %j', (change, offered, expected) => {
  expect(featureNotes({ ...emptyLessonFields({ title: '', author: '' }), ...change }, offered)).toEqual(expected);
});
