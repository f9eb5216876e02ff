import { describe, expect, it } from 'vitest';
import { emptyScreenFields, type ScreenFields } from '../contract/screens.ts';
import { copiedFields, findStart, startCode, startScreenOf } from './start-code.ts';

const screen = (uuid: string, fields: Partial<ScreenFields> = {}) => ({
  uuid,
  fields: { ...emptyScreenFields('code'), initial_code: `own ${uuid}`, answer_code: `answer ${uuid}`, ...fields },
});
const startOf = (screens: ReturnType<typeof screen>[], uuid: string) =>
  startCode(
    screens,
    screens.find((each) => each.uuid === uuid)!,
  );

describe('learners begin with', () => {
  const a = screen('a', { starts_from: 'c' });
  const text = screen('text', { type: 'text' });
  const unsolved = screen('unsolved', { answer_code: ' \n', starts_from: 'a' });

  it.each<[string, ReturnType<typeof screen>, string]>([
    ['its own initial code', screen('c'), 'own c'],
    ['the answer of an earlier screen', screen('c', { starts_from: 'a' }), 'answer a'],
    ['its own initial code after the other screen was deleted', screen('c', { starts_from: 'gone' }), 'own c'],
    ['its own initial code if it names itself', screen('c', { starts_from: 'c' }), 'own c'],
    ['its own initial code if the other screen has no code', screen('c', { starts_from: 'text' }), 'own c'],
    ['what an earlier screen without an answer starts with', screen('c', { starts_from: 'unsolved' }), 'answer a'],
  ])('%s', (_, last, expected) => {
    expect(startOf([a, text, unsolved, last], 'c')).toBe(expected);
  });

  it('its own initial code if the other screen was moved behind it', () => {
    expect(startOf([a, screen('c')], 'a')).toBe('own a');
  });

  it('doesn’t loop if two screens start from each other', () => {
    const one = screen('one', { starts_from: 'two', answer_code: '' });
    const two = screen('two', { starts_from: 'one', answer_code: '' });
    expect(startOf([one, two], 'two')).toBe('own one');
  });

  it('an unsaved screen starts from any screen before it', () => {
    expect(startScreenOf([a], screen('new', { starts_from: 'a' }))).toBe(a);
  });

  it.each([
    ['gone', 'missing'],
    ['last', 'later'],
    ['text', 'no code'],
  ])('says why it can’t be %s: %s', (uuid, reason) => {
    expect(findStart([text, screen('b'), screen('last')], 'b', uuid)).toBe(reason);
  });
});

describe('a copied screen', () => {
  const lesson = [screen('a'), screen('b', { starts_from: 'a', runs_after: ['a', 'gone'] })];
  const copy = (copies: [string, string][]) => copiedFields(lesson, lesson[1]!, new Map(copies));

  it('starts from the copy of the screen that it started from', () => {
    expect(copy([['a', 'copy']])).toMatchObject({ starts_from: 'copy', initial_code: 'own b', runs_after: ['copy', 'gone'] });
  });

  it('keeps the code that it started from without that screen', () => {
    expect(copy([])).toMatchObject({ starts_from: null, initial_code: 'answer a', runs_after: ['a', 'gone'] });
  });
});
