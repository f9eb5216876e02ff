import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseYaml, toPlain, YamlError } from './document.ts';

const PIECES = [
  '[',
  ']',
  '{',
  '}',
  '- ',
  '? ',
  ': ',
  'a: ',
  '&a ',
  '*a ',
  '!t ',
  '"',
  "'",
  '|',
  '>',
  '\n',
  '  ',
  '\t',
  '#',
  '%',
  '---\n',
  '...\n',
  ',',
  'a',
  '\0',
];

/** In milliseconds of this thread's CPU time, so that other load makes no difference. */
function timeOf(text: string): number {
  const began = process.threadCpuUsage();
  try {
    parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

describe('a YAML file', () => {
  it.each([
    ['lists', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['maps', `${'{a: '.repeat(400_000)}1${'}'.repeat(400_000)}`],
    ['items of lists', '- '.repeat(400_000)],
    ['deeper and deeper lines', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('of nested %s is rejected before it is parsed', (_, text) => {
    expect(() => parseYaml(text)).toThrow(new YamlError('This file is nested too deeply.'));
  });

  it('may be nested a hundred levels deep', () => {
    expect(JSON.stringify(toPlain(parseYaml('['.repeat(100) + ']'.repeat(100))))).toBe('['.repeat(100) + ']'.repeat(100));
    expect(() => parseYaml('a: [x]\nb: "'.repeat(300_000))).toThrow(YamlError);
  });

  it('reports the position of its first error', () => {
    expect(() => parseYaml('a: 1\nb: "x" y')).toThrow(/^This is not valid YAML: .+ at line 2, column \d+\.$/);
  });

  it('is parsed or rejected, whatever it contains', () => {
    const text = fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 30 })), { maxLength: 20 });
    fc.assert(
      fc.property(text, (parts) => {
        timeOf(parts.map(([piece, count]) => piece.repeat(count)).join(''));
      }),
    );
  });

  it('takes linear time', () => {
    const [short, long] = [500, 10_000];
    for (const piece of PIECES) {
      const base = Math.max(10, timeOf(piece.repeat(short)));
      expect([piece, timeOf(piece.repeat(long)) / base]).toEqual([piece, expect.toSatisfy((ratio: number) => ratio < (long / short) * 5)]);
    }
  });
});
