import { describe, expect, it } from 'vitest';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { runInput, runTarget } from './run-target.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

const editing = {
  session: { read: (field: string) => (field === 'remote_run_code' ? null : `the ${field}`), changes: () => ({ title: 'Edited' }) },
  readInitial: () => 'the answer of an earlier screen',
  scratch: { texts: { read: (id: string) => `the ${id}` } },
} as unknown as ScreenEditing;

describe('what is run from a tab', () => {
  it.each<[CodeTabId, string]>([
    ['initial', 'initial'],
    ['setup', 'setup'],
    ['remote_run_code', 'remote_run_code'],
    ['test_custom', 'test_custom'],
    ['test_cli', 'test_cli'],
    ['run_code', 'run_code'],
    ['answer', 'answer'],
    ['format_code_run', 'answer'],
    ['custom', 'answer'],
    ['value_check', 'answer'],
    ['unit', 'answer'],
    ['legacy', 'answer'],
  ])('%s: %s', (tab, source) => {
    expect(runTarget(tab)).toBe(source);
  });

  it.each<[CodeTabId, object]>([
    ['initial', { source: 'initial', code: 'the answer of an earlier screen', draft: { title: 'Edited' }, isDeploy: false }],
    ['custom', { source: 'answer', code: 'the answer_code', draft: { title: 'Edited' }, isDeploy: false }],
    ['test_custom', { source: 'test_custom', code: 'the test_custom', draft: { title: 'Edited' }, isDeploy: false }],
    [
      'display',
      { source: 'display', code: 'the display_code', draft: { title: 'Edited', should_run_display_code: false }, isDeploy: false },
    ],
    [
      'setup',
      {
        source: 'setup',
        code: 'the setup_code',
        draft: { title: 'Edited', setup_code: '', should_run_display_code: false },
        isDeploy: false,
      },
    ],
    ['remote_run_code', { source: 'remote_run_code', code: '', draft: { title: 'Edited' }, isDeploy: true }],
  ])('%s sends', (tab, input) => {
    expect(runInput(editing, tab)).toEqual(input);
  });
});
