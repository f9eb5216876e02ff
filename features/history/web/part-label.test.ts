import { describe, expect, it } from 'vitest';
import { partLabel, partOf, partsToName } from './part-label.ts';

const NAMES = new Map([['screen:a', 'Screen 2: Loops']]);

describe('partLabel', () => {
  it.each([
    ['', '', 'Settings and order of screens'],
    ['settings', '', 'Settings and order of screens'],
    ['screen:a', 'Old title', 'Screen 2: Loops'],
    ['screen:b', 'Gone', 'Deleted screen: Gone'],
    ['screen:b', '', 'Deleted screen'],
    ['data:a.csv', 'a.csv', 'a.csv'],
    ['image:b.png', 'b.png', 'b.png'],
  ])('%s', (part, title, label) => {
    expect(partLabel(part, title, NAMES)).toBe(label);
  });
});

it.each([
  ['course', 'Details and lessons'],
  ['path', 'Details, steps and courses'],
] as const)('the only part of a %s is “%s”', (kind, label) => {
  expect(partLabel('', '', NAMES, kind)).toBe(label);
});

describe('partOf', () => {
  it('is empty for the settings', () => {
    expect(partOf('settings')).toBe('');
    expect(partOf('screen:a')).toBe('screen:a');
  });
});

describe('the parts that a summary names', () => {
  const settings = { part: '', change: 'changed' } as const;
  const screen = (change: 'added' | 'changed' | 'deleted') => ({ part: 'screen:a', change });
  it.each([
    ['a screen without the order that it changes', [settings, screen('added')], ['screen:a']],
    ['a deleted screen', [screen('deleted'), settings], ['screen:a']],
    ['settings behind a screen that was changed as well', [settings, screen('changed')], ['screen:a', '']],
    ['settings alone', [settings], ['']],
    ['settings behind an added file', [settings, { part: 'data:a.csv', change: 'added' } as const], ['data:a.csv', '']],
  ])('are %s', (_, parts, named) => {
    expect(partsToName(parts).map(({ part }) => part)).toEqual(named);
  });
});
