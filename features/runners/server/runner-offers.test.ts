import { describe, expect, it } from 'vitest';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import type { RunnerState } from './runner-health.ts';
import { versionsOn, whatCannotRun, whyNoCode } from './runner-offers.ts';

const has = (versions: string[]) => ({ available: true, versions, builds: {}, reason: null });
const lacks = (reason: string) => ({ available: false, versions: [], builds: {}, reason });
const sandbox = { ok: true, reason: null, not_enforced: [] };

function runner(python: string[], given: Partial<Parameters<typeof buildRunnerHealth>[0]> = {}): RunnerState {
  const languages = { python: has(python), r: has(['4.5']), sql: has([]), cli: has([]) };
  return { name: 'local', health: buildRunnerHealth({ sandbox, languages, ...given }), reason: null };
}

describe('what runners can run', () => {
  it('has the versions of all runners, and no language that none has', () => {
    const withoutR = { python: has(['3.13']), r: lacks('R is not installed.'), sql: has([]), cli: has([]) };
    expect(versionsOn([runner(['3.11', '3.13']), runner(['3.9', '3.11'])])).toMatchObject({ python: ['3.11', '3.13', '3.9'] });
    expect(versionsOn([runner([], { languages: withoutR })])).toEqual({ python: ['3.13'], sql: [], cli: [] });
  });

  it('is nothing without a sandbox, and without a runner', () => {
    const broken = runner(['3.11'], { sandbox: { ok: false, reason: 'bubblewrap is not installed.', not_enforced: [] } });
    expect(versionsOn([broken])).toEqual({});
    expect(whyNoCode([broken])).toBe('No code can run: bubblewrap is not installed.');
    expect(whyNoCode([])).toBe('No code can run: there is no runner.');
    expect(whyNoCode([broken, runner(['3.11'])])).toBeNull();
  });
});

describe('what an operator has to know', () => {
  it('is nothing where all versions are installed', () => {
    expect(whatCannotRun([runner(['3.8', '3.9', '3.11'])])).toEqual([]);
  });

  it('names the versions that are missing, and what new lessons use instead of the default', () => {
    expect(whatCannotRun([runner(['3.11'])])).toEqual(['Lessons with Python 3.8 or 3.9 can’t run: the runners have 3.11.']);
    expect(whatCannotRun([runner(['3.13'])])).toEqual([
      'Lessons with Python 3.8, 3.9, or 3.11 can’t run: the runners have 3.13. New lessons use 3.13.',
    ]);
  });

  it('names a language that no runner has', () => {
    const languages = { python: has(['3.8', '3.9', '3.11']), r: lacks('R is not installed.'), sql: has([]), cli: has([]) };
    expect(whatCannotRun([runner([], { languages })])).toEqual(['R lessons can’t run: R is not installed.']);
  });

  it('is the reason alone where no code can run', () => {
    expect(whatCannotRun([{ name: 'far', health: null, reason: 'The runner "far" is not up: it is not responding.' }])).toEqual([
      'No code can run: The runner "far" is not up: it is not responding.',
    ]);
  });
});
