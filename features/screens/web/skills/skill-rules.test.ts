import { describe, expect, it } from 'vitest';
import { canSaveSkill, NEW_SKILL } from './skill-rules.ts';

const saved = { name: 'Loops', point_value: 2 };

describe('a skill can be saved', () => {
  it.each([
    ['a new one with a name', { name: 'Loops', point_value: 1 }, null, true],
    ['a new one without', NEW_SKILL, null, false],
    ['one with another name', { name: 'Lists', point_value: 2 }, saved, true],
    ['one with other points', { name: 'Loops', point_value: 3 }, saved, true],
    ['one that is as it was', saved, saved, false],
    ['one with spaces around its name', { name: ' Loops ', point_value: 2 }, saved, false],
    ['one with a blank name', { name: '  ', point_value: 3 }, saved, false],
  ])('%s', (_what, fields, before, expected) => {
    expect(canSaveSkill(fields, before)).toBe(expected);
  });
});
