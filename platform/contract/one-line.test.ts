import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { api } from '#app/contract/api.ts';
import { DatasetName } from '#features/datasets/contract/datasets.ts';
import { anyText } from '#testing/content/any-text.ts';
import { commitMessage, isOneLine, oneLine, withHiddenShown } from './one-line.ts';

describe('one line', () => {
  it.each(['', 'Ein Täst', 'שלום\u200f!', 'مرحبا\u061c', '👩‍👩‍👧', 'a\u00a0b', '日本語'])('may be %j', (text) => {
    expect(oneLine(100).parse(text)).toBe(text);
  });

  it.each([
    'a\nb',
    'a\rb',
    'a\tb',
    'a\0b',
    'a\u001eb',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'name\u202etxt.exe',
    'a\u2066b',
    'a\u2069b',
    'a\u2060b',
    'a\ufeffb',
    'a\ufffab',
  ])('is not %j', (text) => {
    expect(oneLine(100).safeParse(text).error?.issues[0]?.message).toMatch(/^Use a single line/);
    expect([isOneLine(text), DatasetName.safeParse(text).success]).toEqual([false, false]);
  });

  it('is trimmed, and has a length', () => {
    expect(oneLine(3).parse(' abc\n')).toBe('abc');
    expect(oneLine(3, 'Too long.').safeParse('abcd').error?.issues[0]?.message).toBe('Too long.');
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(isOneLine(text)).toBe(!/[\p{Cc}\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u.test(text));
      }),
    );
  });
});

it('shows what a name hides', () => {
  expect(withHiddenShown('exe.\u202etxt\u2060 שלום')).toBe('exe.\\u202etxt\\u2060 שלום');
});

describe('a commit message', () => {
  it.each([
    ['Mention spring', 'Mention spring'],
    ['Mention spring\n\nIt was asked for.\n', 'Mention spring\n\nIt was asked for.'],
    ['a\r\nb', 'a\nb'],
  ])('may be %j', (text, kept) => {
    expect(commitMessage(100).parse(text)).toBe(kept);
  });

  it.each(['a\u001eb', 'a\nb\0c', 'a\n\u202eb', 'a\rb', 'x'.repeat(101), 7])('is not %j', (text) => {
    expect(commitMessage(100).safeParse(text).success).toBe(false);
  });
});

/** Body fields that are one line wherever they occur: a route that adds one uses {@link oneLine}. */
const NAMES = ['name', 'title', 'meta_title', 'author', 'alias'];
const MESSAGES = ['saveMessage', 'save_message', 'commitMessage'];

describe('bodies', () => {
  const fields = Object.entries(api).flatMap(([route, { body }]) => {
    const shape = body && 'shape' in body ? (body.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>) : {};
    return [...NAMES, ...MESSAGES].filter((name) => name in shape).map((name) => [route, name, shape[name]] as const);
  });

  it.each(fields)('of %s reject a changed text direction in %s', (_route, name, schema) => {
    expect([schema?.safeParse('safe').success, schema?.safeParse('a\u202eb').success, schema?.safeParse('a\nb').success]).toEqual([
      true,
      false,
      MESSAGES.includes(name),
    ]);
  });

  it('are found', () => {
    expect(fields.length).toBeGreaterThan(15);
  });
});
