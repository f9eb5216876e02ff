import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#testing/content/any-text.ts';
import { pythonFloat, pythonInt, pythonString, pythonValue } from './python-literal.ts';

describe('a Python string literal', () => {
  it.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ["it's", `"it's"`],
    [String.raw`C:\new`, String.raw`"C:\\new"`],
    ['a\nb\tc\r', String.raw`"a\nb\tc\r"`],
    ['\0\u0007\u001B', String.raw`"\x00\x07\x1b"`],
    ['{name} %s', '"{name} %s"'],
    ['naïve 数 😀', '"naïve 数 😀"'],
    ['no\u00A0break', String.raw`"no\xa0break"`],
    ['right\u202Eto left', String.raw`"right\u202eto left"`],
    ['\u2028', String.raw`"\u2028"`],
    ['half \uD83D', String.raw`"half \ud83d"`],
    ['tag \u{E0041}', String.raw`"tag \U000e0041"`],
    ['"""', String.raw`"\"\"\""`],
    ['ends with \\', String.raw`"ends with \\"`],
  ])('%j', (text, expected) => {
    expect(pythonString(text)).toBe(expected);
  });

  it('is a single, terminated line for any text', () => {
    assert(
      property(anyText(), (text) => {
        const inner = pythonString(text).slice(1, -1);
        return !/[\n\r]/.test(inner) && /^(?:[^"\\]|\\.)*$/u.test(inner);
      }),
    );
  });

  it('reads back as the same text', () => {
    assert(property(anyText(), (text) => readBack(pythonString(text)) === text));
  });
});

describe('a Python integer', () => {
  it.each([
    ['7', '7'],
    [' -7 ', '-7'],
    ['+7', '7'],
    ['007', '7'],
    ['-0', '0'],
    ['1_000', '1000'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['', null],
    ['1.0', null],
    ['1e3', null],
    ['seven', null],
    ['1)', null],
  ])('%j', (typed, expected) => {
    expect(pythonInt(typed)).toBe(expected);
  });
});

describe('a Python number', () => {
  it.each([
    ['1.5', '1.5'],
    ['.5', '0.5'],
    ['2.', '2.0'],
    ['-1', '-1'],
    ['1E-4', '1e-4'],
    ['007.50', '7.50'],
    ['inf', 'float("inf")'],
    ['-Infinity', 'float("-inf")'],
    ['NaN', 'float("nan")'],
    ['', null],
    ['.', null],
    ['-', null],
    ['e5', null],
    ['1,5', null],
    ['1; import os', null],
  ])('%j', (typed, expected) => {
    expect(pythonFloat(typed)).toBe(expected);
  });
});

describe('a JSON value in Python', () => {
  it.each([
    [null, 'None'],
    [true, 'True'],
    [0.5, '0.5'],
    [['a', 1, null], '["a", 1, None]'],
    [{ a: [false] }, '{"a": [False]}'],
  ])('%j', (value, expected) => {
    expect(pythonValue(value)).toBe(expected);
  });
});

/** Decodes escapes as Python does. */
function readBack(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(?:x(..)|u(....)|U(.{8})|(.))/g, (_, two?: string, four?: string, eight?: string, named?: string) => {
      const hex = two ?? four ?? eight;
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return { n: '\n', r: '\r', t: '\t' }[named ?? ''] ?? named ?? '';
    });
}
