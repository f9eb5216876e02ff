import { describe, expect, it } from 'vitest';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { suggestInScreen } from './suggest-in-screen.ts';

const UUID = '0199a3c0-607b-766b-91b0-b66a62733701';
const question = {
  uuid: UUID,
  question: 'Which one loops?',
  select_type: 'single' as const,
  task: null,
  skill_uuid: null,
  options: [
    { label: 'for', feedback_message: '', valid: true, skill_uuid: null },
    { label: 'if', feedback_message: 'It decides.', valid: false, skill_uuid: null },
  ],
};
const screen: ScreenContent = {
  uuid: '0199a3c0-607b-766b-91b0-b66a62733702',
  folder: 'loops',
  fields: { ...emptyScreenFields('code'), title: 'Loops', answer_code: 'print(1)\n' },
  skills: [],
  questions: [question],
  tests: [
    {
      slug: 'one',
      description: 'One',
      code: 'print(2)\n',
      is_default: false,
      is_boolean_test: true,
      inputs: '',
      expect: { test_pass: false, results: [] },
    },
  ],
  answer_output: null,
  answer_variables: [],
};

const QUESTIONS = 'screens/loops/questions.yaml';
/** Suggests a replacement for the line `source`, wherever it is in the file. */
function suggest(path: string, source: string, replacement: string, inGit: string | null = null) {
  for (let line = 1; line < 40; line++) {
    const result = suggestInScreen(screen, 'python', { path, inGit, anchor: { from: line, to: line, source }, replacement });
    if (result !== 'outdated') return result;
  }
  return 'outdated';
}

describe('a suggestion in a file of a screen', () => {
  it('changes a question and nothing else', () => {
    expect(suggest(QUESTIONS, '      feedback_message: It decides.', '      feedback_message: It decides once.')).toEqual({
      questions: [{ ...question, options: [question.options[0], { ...question.options[1], feedback_message: 'It decides once.' }] }],
      tests: screen.tests,
    });
  });

  it('changes the submission of a test', () => {
    const changed = suggest('screens/loops/tests/one/submission.py', 'print(2)', 'print(3)');
    expect(changed).toMatchObject({ questions: [question], tests: [{ slug: 'one', code: 'print(3)\n' }] });
  });

  it('keeps to the lines of a file that was written by hand, while it says the same', () => {
    const byHand = `- uuid: ${UUID}\n  select_type: single\n  question: "Which one loops?"\n  options:\n    - {label: for, valid: true}\n    - {label: if, feedback_message: It decides.}\n`;
    const line = { from: 3, to: 3, source: '  question: "Which one loops?"' };
    const at = { path: QUESTIONS, anchor: line, replacement: '  question: Which loops?' };
    expect(suggestInScreen(screen, 'python', { ...at, inGit: byHand })).toMatchObject({ questions: [{ question: 'Which loops?' }] });
    expect(suggestInScreen(screen, 'python', { ...at, inGit: byHand.replace('for,', 'while,') })).toBe('outdated');
  });

  it('is refused when the file could not be read with it', () => {
    expect(suggest(QUESTIONS, '  select_type: single', '  select_type: [')).toEqual({ problem: expect.any(String) });
    expect(suggest(QUESTIONS, '  select_type: single', '  select_type: some')).toEqual({ problem: expect.any(String) });
  });

  it('is outdated when its lines have changed', () => {
    expect(suggest(QUESTIONS, '  question: Which one ends?', '  question: x')).toBe('outdated');
  });
});
