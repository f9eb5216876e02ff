import { describe, expect, it } from 'vitest';
import { partLabel, partOf } from './part-label.ts';

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

describe('partOf', () => {
  it('is empty for the settings', () => {
    expect(partOf('settings')).toBe('');
    expect(partOf('screen:a')).toBe('screen:a');
  });
});
