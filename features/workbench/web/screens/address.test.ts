import { describe, expect, it } from 'vitest';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { resolveScreen } from './address.ts';

const screens = [
  { id: 3, sequence: 1, title: 'One' },
  { id: 40, sequence: 2, title: '' },
  { id: 2, sequence: 3, title: 'Three' },
];

describe('the address of a screen', () => {
  it.each([
    ['40', { to: 'screen', screen: screens[1] }],
    // Both an id and a sequence number: the id wins.
    ['3', { to: 'screen', screen: screens[0] }],
    ['2', { to: 'screen', screen: screens[2] }],
    ['1', { to: 'other-screen', screenId: 3 }],
    ['99', { to: 'lesson' }],
    ['0', { to: 'lesson' }],
    ['-1', { to: 'lesson' }],
    ['1e1', { to: 'lesson' }],
    ['intro', { to: 'lesson' }],
    ['12345678901', { to: 'lesson' }],
  ])('%s', (n, expected) => {
    expect(resolveScreen(screens, n)).toEqual(expected);
  });

  it('leads to the lesson when there are no screens', () => {
    expect(resolveScreen([], '1')).toEqual({ to: 'lesson' });
  });
});

describe('the label of a screen', () => {
  it.each([
    [{ sequence: 2, title: 'Filtering rows' }, '2. Filtering rows'],
    [{ sequence: 3, title: '' }, 'Screen 3'],
    [{ sequence: 3, title: '  ' }, 'Screen 3'],
  ])('%j', (screen, label) => {
    expect(screenLabel(screen)).toBe(label);
  });
});
