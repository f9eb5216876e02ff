import { describe, expect, it } from 'vitest';
import { CODE_TAB_TEXTS } from './code-tab-texts.ts';
import { codeTabs, mainCodeTabs, type CodeTabConditions } from './code-tabs.ts';

const PLAIN: CodeTabConditions = {
  lesson: { language: 'python', legacy_check_enabled: false, mode: 'default' },
  screen: { hasRemoteRun: false, hasSetup: false, dynamic_answer: false },
  isExternal: false,
};

function tabs(lesson: Partial<CodeTabConditions['lesson']>, screen: Partial<CodeTabConditions['screen']> = {}, isExternal = false): string {
  return codeTabs({ lesson: { ...PLAIN.lesson, ...lesson }, screen: { ...PLAIN.screen, ...screen }, isExternal }).join(' ');
}

describe('the tabs of the code pane', () => {
  it.each([
    ['python', 'initial answer custom test_custom value_check unit display inputs format_code_run'],
    ['sql', 'initial answer custom test_custom value_check display'],
    ['cli', 'initial answer custom test_cli value_check unit display inputs setup'],
    ['r', 'initial answer value_check unit display inputs format_code_run'],
    [null, 'initial answer display'],
  ] as const)('of a %s lesson', (language, expected) => {
    expect(tabs({ language })).toBe(expected);
  });

  it.each([
    ['python', false, true],
    ['sql', false, true],
    ['r', false, true],
    ['cli', false, false],
    [null, false, false],
    ['python', true, false],
  ] as const)('of a %s lesson with legacy checking, for an external author %s', (language, isExternal, isOffered) => {
    expect(tabs({ language, legacy_check_enabled: true }, {}, isExternal).split(' ').includes('legacy')).toBe(isOffered);
  });

  it.each([
    ['python', 'answer custom test_custom value_check unit display inputs format_code_run'],
    ['r', 'answer value_check unit display inputs format_code_run'],
    ['cli', 'initial answer custom test_cli value_check unit display inputs setup'],
    [null, 'initial answer display'],
  ] as const)('of a %s lesson in which learners edit a file', (language, expected) => {
    expect(tabs({ language, mode: 'filescreen' })).toBe(expected);
  });

  it.each(['python', 'sql', 'r'] as const)('have setup code that a screen of a %s lesson has', (language) => {
    expect(tabs({ language }, { hasSetup: true }).split(' ')).toContain('setup');
  });

  it('follow the boxes of the footer', () => {
    expect(tabs({}, { hasRemoteRun: true })).toMatch(/ remote_run_code$/);
    expect(tabs({}, { dynamic_answer: true })).toMatch(/ run_code$/);
  });

  it('have the code and its checks first', () => {
    expect(tabs({ legacy_check_enabled: true }, { hasRemoteRun: true, dynamic_answer: true })).toBe(
      'initial answer custom test_custom value_check unit display inputs format_code_run run_code remote_run_code legacy',
    );
  });

  it.each([
    ['python', 'default', 'initial answer custom'],
    ['sql', 'default', 'initial answer custom'],
    ['cli', 'default', 'initial answer custom'],
    // R has no custom checks.
    ['r', 'default', 'initial answer value_check'],
    ['python', 'filescreen', 'answer custom'],
    [null, 'default', 'initial answer'],
  ] as const)('that are always visible, of a %s lesson with mode %s', (language, mode, expected) => {
    expect(mainCodeTabs(codeTabs({ ...PLAIN, lesson: { ...PLAIN.lesson, language, mode } })).join(' ')).toBe(expected);
  });

  it.each(['python', 'sql', 'cli', 'r', null] as const)(
    'of a %s lesson have each its own key, and a short name inside their name',
    (language) => {
      const lesson = { language, legacy_check_enabled: true, mode: 'default' } as const;
      const texts = codeTabs({ lesson, screen: { hasRemoteRun: true, hasSetup: true, dynamic_answer: true }, isExternal: false }).map(
        (id) => CODE_TAB_TEXTS[id],
      );
      expect(new Set(texts.map(({ shortcut }) => shortcut)).size).toBe(texts.length);
      expect(texts.filter(({ label, short }) => !label.includes(short))).toEqual([]);
    },
  );
});
