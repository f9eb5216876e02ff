import { describe, expect, it } from 'vitest';
import { codeTabs, type CodeTabConditions } from './code-tabs.ts';

const PLAIN: CodeTabConditions = {
  lesson: { language: 'python', legacy_check_enabled: false, mode: 'default' },
  screen: { hasRemoteRun: false, dynamic_answer: false },
  isExternal: false,
};

function tabs(lesson: Partial<CodeTabConditions['lesson']>, screen: Partial<CodeTabConditions['screen']> = {}, isExternal = false): string {
  return codeTabs({ lesson: { ...PLAIN.lesson, ...lesson }, screen: { ...PLAIN.screen, ...screen }, isExternal }).join(' ');
}

describe('the tabs of the code pane', () => {
  it.each([
    ['python', 'initial display format_code_run answer custom test_custom value_check unit'],
    ['sql', 'initial display answer custom test_custom value_check'],
    ['cli', 'initial display setup answer custom test_cli value_check unit'],
    ['r', 'initial display format_code_run answer value_check unit'],
    [null, 'initial display answer'],
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
    ['python', 'answer display format_code_run custom test_custom value_check unit'],
    ['r', 'answer display format_code_run value_check unit'],
    ['cli', 'initial display setup answer custom test_cli value_check unit'],
    [null, 'initial display answer'],
  ] as const)('of a %s lesson in which learners edit a file', (language, expected) => {
    expect(tabs({ language, mode: 'filescreen' })).toBe(expected);
  });

  it('follow the boxes of the footer', () => {
    expect(tabs({}, { hasRemoteRun: true })).toBe(
      'initial display remote_run_code format_code_run answer custom test_custom value_check unit',
    );
    expect(tabs({}, { dynamic_answer: true })).toBe('initial display format_code_run answer custom test_custom run_code value_check unit');
  });

  it('stand in the order of the specification', () => {
    expect(tabs({ legacy_check_enabled: true }, { hasRemoteRun: true, dynamic_answer: true })).toBe(
      'initial display remote_run_code format_code_run answer custom test_custom run_code value_check unit legacy',
    );
  });
});
