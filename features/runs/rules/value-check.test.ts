import { describe, expect, it } from 'vitest';
import { matchesCheckValue, readCheckValue } from '../contract/check-value.ts';
import { judgeValue, valueTexts } from './value-check.ts';

const judge = (scope: 'cmd' | 'stdout' | null, value: string, given: { commands?: string; output?: string; answer?: string }) => {
  const sought = readCheckValue(value);
  if (!sought) throw new Error('There is nothing to search.');
  const texts = valueTexts('python', { commands: '', output: '', answer: '', ...given });
  return judgeValue(
    scope,
    texts.map((text) => matchesCheckValue(sought, text)),
  );
};

describe('a check value', () => {
  it.each([
    ['cmd', { commands: '# for' }, 'hidden'],
    ['cmd', { commands: '"for"', answer: 'for x in y: pass' }, 'hidden'],
    ['cmd', { commands: '"for"', answer: 'x["for"]' }, 'found'],
    ['cmd', { commands: 'for x in y: pass' }, 'found'],
    ['cmd', { output: 'for' }, 'missing'],
    ['stdout', { output: '# for' }, 'found'],
    ['stdout', { commands: 'for x in y: pass' }, 'missing'],
    [null, { commands: '# for', output: 'for' }, 'found'],
    [null, { commands: '# for' }, 'hidden'],
  ] as const)('in %s of %j is %s', (scope, given, verdict) => {
    expect(judge(scope, 'for', given)).toBe(verdict);
  });

  it('is matched to the ends of lines before comments', () => {
    expect(judge('cmd', String.raw`^x = 1\s*$`, { commands: 'x = 1  # one\ny' })).toBe('found');
  });

  it('is searched in all of very long code', () => {
    expect(judge('cmd', 'for', { commands: `${'x = 1\n'.repeat(4_000)}# for` })).toBe('found');
  });
});
