import { describe, expect, it } from 'vitest';
import type { Package } from '#features/lessons/contract/lessons.ts';
import type { Language } from '#platform/contract/languages.ts';
import { buildStateOf, applyCheckingChange, packagesForFeatures, turnsCustomOn, type AnswerChecking } from './packages.policy.ts';

type Coded = Parameters<typeof packagesForFeatures>[0];
const item = (name: string, version: string | null = null): Package => ({ name, version, show_in_editor: false });
const none: AnswerChecking = { packages: [item('rich')], custom_check_enabled: false, legacy_check_enabled: false };
const custom: AnswerChecking = { packages: [item('rich'), item('pycheck')], custom_check_enabled: true, legacy_check_enabled: false };
const legacy: AnswerChecking = { ...none, legacy_check_enabled: true };
const customWithoutPackage: AnswerChecking = { ...none, custom_check_enabled: true };

describe('applyCheckingChange', () => {
  const rows: [string, Language | null, AnswerChecking, Partial<AnswerChecking>, AnswerChecking][] = [
    ['enabling custom adds pycheck', 'python', none, { custom_check_enabled: true }, custom],
    ['enabling custom turns legacy off', 'python', legacy, { custom_check_enabled: true }, custom],
    ['disabling custom removes pycheck', 'python', custom, { custom_check_enabled: false }, none],
    ['enabling legacy removes pycheck and turns custom off', 'sql', custom, { legacy_check_enabled: true }, legacy],
    ['disabling legacy changes nothing else', 'python', legacy, { legacy_check_enabled: false }, none],
    ['adding pycheck turns custom on and legacy off', 'python', legacy, { packages: custom.packages }, custom],
    ['removing pycheck turns custom off', 'python', custom, { packages: none.packages }, none],
    ['both at once: custom', 'python', none, { custom_check_enabled: true, legacy_check_enabled: true }, custom],
    ['command-line lessons need no package for it', 'cli', none, { custom_check_enabled: true }, customWithoutPackage],
    ['adding pycheck to a command line lesson turns custom on', 'cli', none, { packages: custom.packages }, customWithoutPackage],
    [
      'a command line lesson keeps custom when other packages change',
      'cli',
      customWithoutPackage,
      { packages: [item('jq')] },
      { ...customWithoutPackage, packages: [item('jq')] },
    ],
    ['no legacy for the command line', 'cli', none, { legacy_check_enabled: true }, none],
    ['no custom for r', 'r', none, { custom_check_enabled: true }, none],
    ['legacy for r', 'r', none, { legacy_check_enabled: true }, legacy],
    ['another language: r turns custom off', 'r', custom, {}, none],
    ['another language: the command line removes the package', 'cli', custom, {}, customWithoutPackage],
    ['another language: python adds the package', 'python', customWithoutPackage, {}, custom],
    ['no language: nothing is checked', null, custom, {}, none],
    ['the version of pycheck is not kept', 'python', custom, { packages: [item('rich'), item('PyCheck', 'a1b2')] }, custom],
  ];
  it.each(rows)('%s', (_name, language, before, wish, expected) => {
    expect(applyCheckingChange(language, before, { ...before, ...wish })).toEqual(expected);
  });

  it.each([
    ['without pycheck, which is on already', custom, { packages: none.packages }, custom],
    ['without pycheck', none, {}, custom],
    ['and for legacy checking as well', custom, { legacy_check_enabled: true }, custom],
    ['and for legacy checking, which is on', legacy, {}, custom],
  ])('a caller who asks for custom checking %s gets it', (_name, before, wish, expected) => {
    expect(applyCheckingChange('python', before, { ...before, ...wish, custom_check_enabled: true }, true)).toEqual(expected);
  });

  it('is idempotent', () => {
    for (const [, language, before, wish] of rows) {
      const once = applyCheckingChange(language, before, { ...before, ...wish });
      expect(applyCheckingChange(language, once, once)).toEqual(once);
    }
  });
});

it.each([
  [null, 'not_built'],
  [{ state: 'in_progress', isOfPresent: true }, 'in_progress'],
  [{ state: 'in_progress', isOfPresent: false }, 'in_progress'],
  [{ state: 'built', isOfPresent: true }, 'built'],
  [{ state: 'built', isOfPresent: false }, 'needs_rebuild'],
  [{ state: 'failed', isOfPresent: true }, 'failed'],
  [{ state: 'failed', isOfPresent: false }, 'needs_rebuild'],
] as const)('a lesson whose last build is %j is %s', (last, state) => {
  expect(buildStateOf(last)).toBe(state);
});

describe('turnsCustomOn', () => {
  const off = { language: 'python', custom_check_enabled: false, legacy_check_enabled: false } as const;
  const written = { before: '', after: 'variable_exists("x")', isFirst: true };
  it.each([
    ['the first check', off, written, true],
    ['the first check of a SQL lesson', { ...off, language: 'sql' }, written, true],
    ['the first check of a command-line lesson', { ...off, language: 'cli' }, written, true],
    ['a check that only had spaces before', off, { ...written, before: ' \n' }, true],
    ['a check of spaces', off, { ...written, after: ' \n' }, false],
    ['an edited check', off, { ...written, before: 'variable_exists("y")' }, false],
    ['a check when other screens have one', off, { ...written, isFirst: false }, false],
    ['a check where checking is on', { ...off, custom_check_enabled: true }, written, false],
    ['a check in a lesson with legacy checks', { ...off, legacy_check_enabled: true }, written, false],
    ['a check of an R lesson', { ...off, language: 'r' }, written, false],
    ['a check of a lesson without a language', { ...off, language: null }, written, false],
  ] as const)('%s', (_name, lesson, edit, expected) => {
    expect(turnsCustomOn(lesson, edit)).toBe(expected);
  });
});

describe('packagesForFeatures', () => {
  const plain: Coded = { language: 'python', enabled_features: [] };
  const lab: Coded = { language: 'python', enabled_features: ['JupyterLab'] };
  const rows: [string, Coded, Coded, Package[], string[]][] = [
    ['turning JupyterLab on adds its package', plain, lab, [item('rich')], ['rich', 'jupyterlab']],
    ['a package of the author’s stays', plain, lab, [item('JupyterLab', '4.2')], ['JupyterLab']],
    ['a removed package stays removed', lab, lab, [], []],
    ['turning it off removes nothing', lab, plain, [item('jupyterlab')], ['jupyterlab']],
    ['other languages have none', plain, { ...lab, language: 'sql' }, [], []],
  ];
  it.each(rows)('%s', (_name, before, after, packages, expected) => {
    expect(packagesForFeatures(before, after, packages).map(({ name }) => name)).toEqual(expected);
  });
});
