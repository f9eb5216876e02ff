import { describe, expect, it } from 'vitest';
import type { Circumstances } from '#platform/contract/runner-protocol.ts';
import { findCauses, planTrials } from './find-causes.ts';

const NOW = new Date('2026-11-27T09:30:00Z');

type Given = Parameters<typeof planTrials>[0];

const ALL: Given = {
  language: 'python',
  isOnServer: false,
  texts: ['x = 1'],
  varies: { locales: ['C', 'de_DE.utf8'], dates: true },
  usual: { failed: 0, all: 10 },
  now: NOW,
};

describe('an answer is tried', () => {
  it.each<[string, Partial<Given>, string[], RegExp[]]>([
    ['with everything', {}, ['hash_seed', 'time_zone', 'locale', 'date'], []],
    [
      'with nothing on a runner of an earlier version',
      { varies: null },
      [],
      [/^Other circumstances .* the runner has an earlier version\.$/],
    ],
    [
      'with nothing if it fails too often anyway',
      { usual: { failed: 5, all: 10 } },
      [],
      [/^Other circumstances .* the answer fails too often/],
    ],
    [
      'with nothing in R',
      { language: 'r' },
      [],
      [/^Other circumstances .* code in this language runs in the same circumstances everywhere\.$/],
    ],
    ['with nothing in a database server', { language: 'sql', isOnServer: true }, [], [/^Other circumstances .* code in this language/]],
    [
      'with no dates where the machine can’t shift them',
      { varies: { locales: ['C'], dates: false } },
      ['hash_seed', 'time_zone', 'locale'],
      [/^Other dates were not tried: the runner’s machine/],
    ],
    [
      'with no dates where the code reads dates that stay as they are',
      { texts: ['', "import os\nwritten = os.path.getmtime('a')"] },
      ['hash_seed', 'time_zone', 'locale'],
      [/^Other dates were not tried: the code reads file dates/],
    ],
    ['with no dates on the command line', { language: 'cli' }, ['time_zone', 'locale'], [/^Other dates were not tried: the programs/]],
  ])('%s', (_, given, causes, why) => {
    const { tried, notTried } = planTrials({ ...ALL, ...given });
    expect([...new Set(tried.map(({ cause }) => cause))]).toEqual(causes);
    expect(notTried).toEqual(why.map((text) => expect.stringMatching(text)));
  });

  it('more often where it fails without them, too', () => {
    expect(planTrials({ ...ALL, usual: { failed: 0, all: 300 } }).runs).toBe(2);
    expect(planTrials({ ...ALL, usual: { failed: 30, all: 300 } }).runs).toBe(4);
  });
});

describe('an answer depends on', () => {
  const trials = planTrials(ALL);

  /** The labels that are found, and how often the answer ran. */
  async function find(passes: (circumstances: Circumstances, run: number) => boolean) {
    let runs = 0;
    let combinations = 0;
    const run = (circumstances: Circumstances) => Promise.resolve(passes(circumstances, (runs += 1)));
    const found = await findCauses(trials, run, 2, () => (combinations += 1));
    expect(combinations).toBe(16);
    return { found: found.map(({ cause, label }) => `${cause}: ${label}`), runs };
  }
  const shiftTo = (date: string) => Math.round((Date.parse(date) - NOW.getTime()) / 1_000);

  it.each<[string, (circumstances: Circumstances) => boolean, string[]]>([
    ['one date', ({ shift_seconds }) => shift_seconds !== shiftTo('2028-02-29T12:00:00Z'), ['date: on 29 February 2028']],
    ['one time zone', ({ time_zone }) => time_zone !== 'Asia/Kolkata', ['time_zone: in time zone Asia/Kolkata']],
    ['one locale', ({ locale }) => locale !== 'C', ['locale: in locale C']],
    [
      'some hash seeds',
      ({ hash_seed }) => hash_seed === null || hash_seed % 4 !== 3,
      ['hash_seed: with hash seed 3', 'hash_seed: with hash seed 7'],
    ],
    [
      'several causes, in the order in which they are listed',
      ({ hash_seed, locale, shift_seconds }) => hash_seed !== 8 && locale !== 'de_DE.utf8' && shift_seconds < 100 * 86_400,
      [
        'hash_seed: with hash seed 8',
        'locale: in locale de_DE.utf8',
        'date: on 29 February 2028',
        'date: when the clocks change (28 March 2027 in Europe/Berlin)',
        'date: when the clocks change (31 October 2027 in Europe/Berlin)',
      ],
    ],
    [
      'several together, if none is the cause alone',
      ({ hash_seed, time_zone }) => !(hash_seed === 1 && time_zone === 'Pacific/Auckland'),
      ['together: with hash seed 1 in time zone Pacific/Auckland in locale C'],
    ],
    ['no hash seed, if it fails with the usual one that is named', ({ hash_seed }) => hash_seed === null, []],
    [
      'no change of the clocks, if its time zone is the cause',
      ({ time_zone }) => time_zone !== 'Europe/Berlin',
      ['time_zone: in time zone Europe/Berlin'],
    ],
  ])('%s', async (_, passes, found) => {
    expect((await find(passes)).found).toEqual(found);
  });

  it('nothing, and runs once with each combination', async () => {
    expect(await find(() => true)).toEqual({ found: [], runs: 16 });
  });

  it('nothing, if it fails by luck', async () => {
    expect((await find((_, run) => run % 3 !== 0)).found).toEqual([]);
  });
});
