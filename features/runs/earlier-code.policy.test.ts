import { describe, expect, it } from 'vitest';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { LANGUAGE_NAMES, type Language, leavesOf, mayChangeState } from '#platform/contract/languages.ts';
import { earlierCode, earlierName, earlierNumber, type EarlierScreen, missingScreens } from './earlier-code.policy.ts';

function screen(uuid: string, fields: Partial<ScreenFields> = {}): EarlierScreen {
  return { uuid, fields: { ...emptyScreenFields('code'), answer_code: uuid, ...fields } };
}

const codesBefore = (
  screens: EarlierScreen[],
  uuid: string,
  runs_after: ScreenFields['runs_after'],
  language: Language | null = 'python',
) => earlierCode(language, screens, { uuid, fields: { runs_after } }).map(({ code }) => code);

describe('the code before that of a screen', () => {
  const lesson = [screen('a'), screen('b', { runs_after: ['a'] }), screen('text', { type: 'text' }), screen('c'), screen('d')];

  it.each<[string, string, ScreenFields['runs_after'], string[]]>([
    ['is none by default', 'd', null, []],
    ['is that of all earlier code screens', 'd', 'all', ['a', 'b', 'c']],
    ['is nothing on the first screen', 'a', 'all', []],
    ['is that of chosen screens, in the order of the lesson', 'd', ['c', 'a'], ['a', 'c']],
    ['includes what a chosen screen itself runs after', 'd', ['b'], ['a', 'b']],
    ['stays when a chosen screen was moved behind it', 'a', ['c'], ['c']],
    ['is never its own', 'c', ['c', 'd'], ['d']],
    ['leaves deleted screens out', 'd', ['gone', 'a'], ['a']],
    ['is that of all screens for a screen that the lesson does not have yet', 'new', 'all', ['a', 'b', 'c', 'd']],
  ])('%s', (_name, uuid, runsAfter, expected) => {
    expect(codesBefore(lesson, uuid, runsAfter)).toEqual(expected);
  });

  it('has the display code that runs before an answer, and no application', () => {
    const screens = [
      screen('a', { display_code: 'shown', should_run_display_code: true }),
      screen('b', { display_code: 'only shown' }),
      screen('app', { remote_run_code: 'serve()', remote_run_only: true }),
      screen('empty', { answer_code: ' \n' }),
    ];
    expect(codesBefore(screens, 'new', 'all')).toEqual(['shown', 'a', 'b']);
  });

  it('may fail where its screen has Error Okay, and says which screen it is from', () => {
    const screens = [screen('text', { type: 'text' }), screen('a', { error_okay: true }), screen('b')];
    expect(earlierCode('r', screens, { uuid: 'new', fields: { runs_after: 'all' } })).toEqual([
      { uuid: 'a', number: 2, code: 'a', may_fail: true, is_setup: false },
      { uuid: 'b', number: 3, code: 'b', may_fail: false, is_setup: false },
    ]);
  });

  it('ends where screens run after each other in a circle', () => {
    const screens = [screen('a', { runs_after: ['b'] }), screen('b', { runs_after: ['c'] }), screen('c', { runs_after: ['a'] })];
    expect(codesBefore(screens, 'a', ['b'])).toEqual(['b', 'c']);
  });

  it('has all that runs before a chosen screen behind it, which runs after all', () => {
    const screens = [screen('a'), screen('b', { runs_after: ['d'] }), screen('c'), screen('d', { runs_after: 'all' }), screen('e')];
    expect(codesBefore(screens, 'c', 'all')).toEqual(['a', 'b', 'd']);
    expect(codesBefore(screens, 'a', ['b'])).toEqual(['b', 'c', 'd']);
  });

  // One took seconds, the other more calls than fit on the stack.
  it.each<[string, (at: number) => ScreenFields['runs_after']]>([
    ['all run after all others', () => 'all'],
    ['each runs after the next one', (at) => [String(at + 1)]],
  ])('is found in moments where %s', (_name, runsAfter) => {
    const screens = Array.from({ length: 20_000 }, (_, at) => screen(String(at), { runs_after: runsAfter(at) }));
    expect(codesBefore(screens, 'new', 'all')).toHaveLength(20_000);
  });

  it.each(LANGUAGE_NAMES)('exists in %s', (language) => {
    expect(codesBefore(lesson, 'd', 'all', language)).toEqual(['a', 'b', 'c']);
    expect(leavesOf(language)).toMatch(/^[a-z, ]+$/);
  });

  it('doesn’t exist in lessons without code', () => {
    expect(codesBefore(lesson, 'd', 'all', null)).toEqual([]);
    expect(leavesOf(null)).toBeNull();
  });

  it('has the setup code of screens, each before the code of its screen', () => {
    const screens = [
      screen('a', { setup_code: 'mkdir a' }),
      screen('b', { setup_code: 'mkdir b', display_code: 'd', should_run_display_code: true }),
    ];
    const code = earlierCode('cli', screens, { uuid: 'new', fields: { runs_after: 'all' } });
    expect(code.map((each) => [each.code, each.is_setup])).toEqual([
      ['mkdir a', true],
      ['a', false],
      ['mkdir b', true],
      ['d', true],
      ['b', false],
    ]);
    const inPython = earlierCode('python', screens, { uuid: 'new', fields: { runs_after: 'all' } });
    expect(inPython.map((each) => [each.code, each.is_setup])).toEqual(code.map((each) => [each.code, false]));
  });
});

describe('code may change what other code works with', () => {
  it.each<[Language | null, string[], boolean]>([
    ['python', ['print(1)'], true],
    ['cli', ['ls'], true],
    [null, ['ls'], false],
    ['sql', [], false],
    ['sql', ['SELECT * FROM books', 'select replace(a, 1, 2)\n  , update_time from t'], false],
    ['sql', ['SELECT\n  replace(title, 1, 2)\nFROM books'], false],
    ['sql', ['-- CREATE TABLE t\nSELECT 1', "SELECT 'drop'"], false],
    ['sql', ['SELECT 1', '  create table t (a int);'], true],
    ['sql', ['SELECT 1; DROP TABLE t'], true],
    ['sql', ['INSERT INTO t VALUES (1)'], true],
    ['sql', ['REPLACE INTO t VALUES (1)'], true],
    ['sql', ['update t set a = 1'], true],
    ['sql', ['DELETE FROM t'], true],
    ['sql', ['ALTER TABLE t ADD b'], true],
    ['sql', ['WITH x AS (SELECT 1)\nINSERT INTO t SELECT * FROM x'], true],
    ['sql', ['WITH x AS (SELECT 1)\nSELECT * FROM x'], false],
  ])('in %s: %o is %s', (language, codes, expected) => {
    expect(mayChangeState(language, codes)).toBe(expected);
  });
});

it('finds chosen screens that are gone', () => {
  expect(missingScreens(['a', 'gone'], [{ uuid: 'a' }])).toEqual(['gone']);
  expect(missingScreens('all', [])).toEqual([]);
  expect(missingScreens(null, [])).toEqual([]);
});

describe('the name of earlier code', () => {
  it.each([
    ['screen 3', 3],
    ['screen 120', 120],
    ['screen 0x3', null],
    ['screen 3 ', null],
    ['screen', null],
    ['screen 12345678', null],
  ])('%o means the screen %o', (name, number) => {
    expect(earlierNumber(name)).toBe(number);
  });

  it('is that of its number', () => {
    expect(earlierName({ number: 120 })).toBe('screen 120');
  });
});
