import { describe, expect, it } from 'vitest';
import { resultTab } from './result-tab.ts';

describe('a run turns to', () => {
  it.each([
    ['initial', false, 'output', 'output'],
    ['initial', false, 'checks', 'output'],
    ['initial', false, 'terminal', 'output'],
    ['initial', false, 'variables', 'variables'],
    ['initial', true, 'variables', 'checks'],
    ['remote_run_code', false, 'output', 'application'],
    ['custom', false, 'output', 'custom'],
    ['test_custom', true, 'checks', 'custom'],
    ['test_cli', false, 'terminal', 'custom'],
    ['legacy', false, 'output', 'checks'],
    ['value_check', true, 'output', 'checks'],
    ['unit', false, 'output', 'checks'],
  ] as const)('from %s (checked: %s) with %s open: %s', (tab, withChecks, open, next) => {
    expect(resultTab(tab, withChecks, open)).toBe(next);
  });
});
