import { expect, it } from 'vitest';
import { emptyLessonFields, type LessonFields } from '#contract/lessons.ts';
import { fieldsInProgress } from './pending-inputs.ts';

const TYPED = { objectives: 'one', related_lessons: '12', skill_topics: 'loops', skill_requirements: 'lists', app_ports: '80' };

it.each<[Partial<LessonFields>, string[]]>([
  [{ type: 'mission' }, ['objectives']],
  [{ type: 'practice_problem' }, ['objectives', 'related_lessons', 'skill_topics']],
  [{ type: 'portfolio_project' }, ['objectives', 'skill_requirements']],
  [{ type: 'installation_project', enabled_features: ['Stateful'] }, ['objectives', 'skill_requirements', 'app_ports']],
  [{ language: 'cli', enabled_features: ['Stateful'] }, ['objectives']],
])('of everything typed, %j has in progress what it shows', (change, expected) => {
  expect(fieldsInProgress(TYPED, { ...emptyLessonFields({ title: '', author: '' }), ...change })).toEqual(expected);
});

it('holds nothing for typed that is blank', () => {
  expect(fieldsInProgress({ objectives: '  ' }, emptyLessonFields({ title: '', author: '' }))).toEqual([]);
});
