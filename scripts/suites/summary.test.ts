import { describe, expect, it } from 'vitest';
import { duration, summarizeFailures, summarizeSlowest, summarizeTotal } from './summary.ts';

const times = { wallSeconds: 100, processorSeconds: 150, tests: [], files: [] };

describe('duration', () => {
  it.each([
    [0, '0.0 s'],
    [59.94, '59.9 s'],
    [59.96, '1 min 0 s'],
    [119.6, '2 min 0 s'],
    [725, '12 min 5 s'],
  ])('%d', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe('summarizeTotal', () => {
  it('reports both times, and the number of cores that corresponds to', () => {
    expect(summarizeTotal(times)).toBe('took 1 min 40 s, and 2 min 30 s of processor time (1.5 cores)');
  });

  it('omits CPU time if it is unknown', () => {
    expect(summarizeTotal({ ...times, processorSeconds: null })).toBe('took 1 min 40 s');
  });
});

describe('summarizeSlowest', () => {
  it('names the slowest five tests of all suites, the slowest first', () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({ file: 'a.test.ts', name: `n${index}`, seconds: index }));
    const lines = summarizeSlowest({ ...times, tests });
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(/11\.0 s {2}a\.test\.ts: n11$/);
    expect(lines[5]).toMatch(/7\.0 s {2}a\.test\.ts: n7$/);
  });

  it('names the slowest files with their set-up', () => {
    const files = [
      { file: 'e2e/a.spec.ts', seconds: 1, setUpSeconds: null },
      { file: 'b.test.ts', seconds: 70, setUpSeconds: 4 },
    ];
    const [, first, second] = summarizeSlowest({ ...times, files });
    expect(first).toMatch(/1 min 10 s {2}b\.test\.ts \(set-up 4\.0 s\)$/);
    expect(second).toMatch(/1\.0 s {2}e2e\/a\.spec\.ts$/);
  });

  it('is empty without tests', () => {
    expect(summarizeSlowest(times)).toEqual([]);
  });
});

describe('summarizeFailures', () => {
  it('names each failed test, with its message below', () => {
    const failures = [
      { file: 'a.test.ts', name: 'adds', message: 'expected 1\nto be 2' },
      { file: 'b.test.ts', name: '', message: 'cannot be loaded' },
    ];
    expect(summarizeFailures(failures)).toEqual([
      'failed: a.test.ts: adds\n    expected 1\n    to be 2',
      'failed: b.test.ts\n    cannot be loaded',
    ]);
  });
});
