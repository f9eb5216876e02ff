import { describe, expect, it } from 'vitest';
import type { TrustCause } from '../contract.ts';
import {
  combine,
  describeCauses,
  isLoad,
  listCircumstances,
  readsOtherClock,
  runsToBlame,
  settingsOf,
  USUAL,
  type Circumstance,
} from './circumstances.ts';

const NOW = new Date('2026-11-27T09:30:00Z');
const VARIES = { locales: ['C', 'de_DE.utf8'], dates: true };
const named = (cause: TrustCause, label: string): Circumstance => ({ cause, label, settings: {} });

describe('what is tried', () => {
  const labels = (...given: Parameters<typeof listCircumstances>) => listCircumstances(...given).map(({ label }) => label);

  it('are days on which calculations go wrong', () => {
    const dates = listCircumstances('python', VARIES, false, NOW).filter(({ cause }) => cause === 'date');
    expect(
      dates.map(({ label, settings }) => [label, new Date(NOW.getTime() + (settings.shift_seconds ?? 0) * 1_000).toISOString()]),
    ).toEqual([
      ['on 29 February 2028', '2028-02-29T12:00:00.000Z'],
      ['on 31 December 2026', '2026-12-31T12:00:00.000Z'],
      ['on 1 January 2027', '2027-01-01T12:00:00.000Z'],
      ['on 31 January 2027', '2027-01-31T12:00:00.000Z'],
      ['on 29 November 2026', '2026-11-29T12:00:00.000Z'],
      ['on 30 November 2026', '2026-11-30T12:00:00.000Z'],
      ['when the clocks change (28 March 2027 in Europe/Berlin)', '2027-03-28T01:01:00.000Z'],
      ['when the clocks change (31 October 2027 in Europe/Berlin)', '2027-10-31T01:01:00.000Z'],
    ]);
  });

  it.each<[string, Parameters<typeof listCircumstances>, string[]]>([
    ['in Python', ['python', VARIES, false, NOW], ['hash_seed', 'time_zone', 'locale', 'date']],
    ['in SQL', ['sql', VARIES, false, NOW], ['time_zone', 'date']],
    ['on the command line', ['cli', VARIES, false, NOW], ['time_zone', 'locale']],
    ['in R', ['r', VARIES, false, NOW], []],
    ['where dates cannot be shifted', ['python', { ...VARIES, dates: false }, false, NOW], ['hash_seed', 'time_zone', 'locale']],
    ['in code that reads another clock', ['python', VARIES, true, NOW], ['hash_seed', 'time_zone', 'locale']],
  ])('%s', (_, given, causes) => {
    expect([...new Set(listCircumstances(...given).map(({ cause }) => cause))]).toEqual(causes);
  });

  it('names locales of the runner', () => {
    expect(labels('python', VARIES, false, NOW)).toEqual(expect.arrayContaining(['in locale C', 'in locale de_DE.utf8']));
  });

  it('is combined, so that each circumstance is tried once', () => {
    const all = listCircumstances('python', VARIES, false, NOW);
    const combinations = combine(all);
    expect(combinations).toHaveLength(16);
    expect(combinations.flat()).toHaveLength(all.length);
    expect(new Set(combinations.flat())).toEqual(new Set(all));
    expect(settingsOf(combinations[0] ?? [])).toMatchObject({ hash_seed: 1, time_zone: 'Pacific/Auckland', locale: 'C', shift_seconds: 0 });
    expect(settingsOf(combinations[7] ?? [])).toEqual({ ...USUAL, hash_seed: 8 });
    expect(settingsOf(combinations[15] ?? [])).toMatchObject({ hash_seed: null, time_zone: 'Europe/Berlin' });
    expect(settingsOf([])).toEqual(USUAL);
    expect(combine([])).toEqual([]);
  });
});

it.each([
  [0, 300, 2],
  [0, 10, 3],
  [3, 300, 2],
  [30, 300, 4],
  [5, 10, null],
  [290, 300, null],
])('after %i failures in %i runs a circumstance is blamed when it fails %j times', (failed, all, runs) => {
  expect(runsToBlame(failed, all)).toBe(runs);
});

it.each([
  [0, 300, 0, 10, false],
  [0, 300, 1, 10, false],
  [0, 300, 2, 10, true],
  [30, 300, 4, 10, false],
  [30, 300, 6, 10, true],
])('%i of %i failures, and %i of %i beside a busy neighbor: %j', (failed, all, busyFailed, busyAll, expected) => {
  expect(isLoad({ failed, all }, { failed: busyFailed, all: busyAll })).toBe(expected);
});

describe('the sentences', () => {
  const zones = ['A', 'B', 'C', 'D'].map((zone) => named('time_zone', `in time zone ${zone}`));
  const tried = [
    ...zones,
    named('date', 'on 29 February 2028'),
    named('date', 'on 1 January 2027'),
    named('hash_seed', 'with hash seed 3'),
  ];

  it.each<[string, Circumstance[], string[]]>([
    ['of nothing', [], []],
    ['of one date', [named('date', 'on 29 February 2028')], ['The answer fails on 29 February 2028.']],
    ['of a hash seed', [named('hash_seed', 'with hash seed 3')], ['The answer fails with hash seed 3.']],
    ['of two zones', zones.slice(0, 2), ['The answer fails in time zone A and in time zone B.']],
    ['of all zones', zones, ['The answer fails in time zone A, in time zone B and 2 more: its result depends on the time zone.']],
    [
      'of two causes',
      [named('date', 'on 1 January 2027'), ...zones.slice(2, 3)],
      ['The answer fails on 1 January 2027.', 'The answer fails in time zone C.'],
    ],
  ])('%s', (_, found, texts) => {
    expect(describeCauses(found, tried).map(({ text }) => text)).toEqual(texts);
  });
});

it.each<[string, boolean]>([
  ['import datetime\nx = datetime.date.today()', false],
  ['import os\nx = os.path.getmtime("a.csv")', true],
  ['import subprocess\nsubprocess.run(["date"])', true],
  ['x = path.stat().st_size', true],
  ['statistics.mean([1, 2])', false],
])('code that reads a date which cannot be shifted: %j is %j', (code, expected) => {
  expect(readsOtherClock('python', ['', code])).toBe(expected);
});
