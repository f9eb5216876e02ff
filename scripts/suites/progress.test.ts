import { describe, expect, it } from 'vitest';
import type { SuiteEvent } from './events.ts';
import type { LastTimes } from './last-times.ts';
import { Progress } from './progress.ts';
import type { Suite } from './suites.ts';

const suite = (name: string): Suite => ({ name, command: [], reports: true, timeLimitMinutes: 1 });
const passed = (file: string): SuiteEvent => ({ kind: 'passed', file, name: 'adds', seconds: 1 });
const NOTHING = { passed: 0, failures: [], problems: [], tests: [], files: [], output: '' };

function begin(last: LastTimes = {}) {
  let text = '';
  let seconds = 0;
  const tests = suite('tests');
  const progress = new Progress({ suites: [tests, suite('lint')], last, write: (part) => (text += part), elapsed: () => seconds });
  progress.started(tests);
  progress.event(tests, { kind: 'planned', files: 2, tests: null });
  const after = (wait: number) => {
    seconds += wait;
    progress.tick();
  };
  return { progress, tests, after, text: () => text };
}

describe('the progress of a run', () => {
  it('names at once what runs', () => {
    expect(begin().text()).toBe('0:00  running tests, lint\n');
  });

  it('begins a line each minute, and extends it every fifteen seconds', () => {
    const { progress, tests, after, text } = begin();
    for (let tick = 0; tick < 5; tick += 1) {
      progress.event(tests, passed('a.test.ts'));
      after(15);
    }
    expect(text().split('\n').slice(1)).toEqual(['0:15  tests 1 (0 of 2 files) · 2 · 3 · 4', '1:15  tests 5 (0 of 2 files)']);
  });

  it('prints few lines, however long the run takes', () => {
    const { after, text } = begin();
    for (let tick = 0; tick < 90 * 4; tick += 1) after(15);
    expect(text().split('\n').length).toBeLessThan(30);
  });

  it('shows a failure as it happens, on its own line', () => {
    const { progress, tests, after, text } = begin();
    after(15);
    progress.event(tests, { kind: 'failed', failure: { file: 'a.test.ts', name: 'adds', message: 'expected 1\nto be 2' }, seconds: 1 });
    expect(text()).toContain('files)\n0:15  ✗ a.test.ts > adds: expected 1\n');
  });

  it('estimates what is left by the times of the last run', () => {
    const { progress, tests, after, text } = begin({ 'a.test.ts': { seconds: 30, tests: 1 }, 'b.test.ts': { seconds: 60, tests: 2 } });
    after(15);
    expect(text()).not.toContain('left');
    progress.event(tests, passed('a.test.ts'));
    progress.event(tests, passed('b.test.ts'));
    progress.ended({ name: 'lint', seconds: 1, ...NOTHING, passed: 1 });
    after(45);
    expect(text()).toContain('1:00  tests 2 (0 of 2 files); about 30.0 s left');
  });

  it('counts what failed and what passed when a suite ends', () => {
    const { progress, text } = begin();
    progress.ended({ name: 'tests', seconds: 61, ...NOTHING, passed: 3, problems: ['left processes behind'] });
    expect(text()).toContain('0:00  ✗ tests: 3 passed, 1 failed in 1 min 1 s\n');
  });
});
