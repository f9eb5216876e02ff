/** The circumstances in which an answer runs to see what its checks depend on, and how that is put into words. Pure. */

import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { Circumstances, RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { TrustCause } from '../contract.ts';

/** One thing that is different. */
export interface Circumstance {
  readonly cause: TrustCause;
  /** `The answer fails …`. */
  readonly label: string;
  readonly settings: Partial<Circumstances>;
  /** The answer must pass with these, or the failure has another cause. */
  readonly control?: Partial<Circumstances>;
}

/** The circumstances that a runner can vary. */
type Varies = NonNullable<RunnerHealth['varies']>;

export const USUAL: Circumstances = { hash_seed: null, time_zone: null, locale: null, shift_seconds: 0 };
/** Two names in a set change places with every second seed: eight seeds miss that once in 256 times. */
const HASH_SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** From the earliest to the latest, with halves and quarters of hours. */
const ZONES = [
  'Pacific/Auckland',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'America/St_Johns',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Europe/Berlin',
];
/** Where clocks change on the last Sundays of March and October, at 01:00 UTC. */
const CHANGING_ZONE = 'Europe/Berlin';
const NOON = 12;
const MARCH = 2;
const OCTOBER = 9;
const DECEMBER = 11;

/** Everything that is tried on this runner, each for itself. @param now the date of the examination */
export function listCircumstances(language: Language, varies: Varies, readsOtherClock: boolean, now: Date): Circumstance[] {
  const can: readonly TrustCause[] = LANGUAGES[language].circumstances;
  const all: Circumstance[] = [
    ...HASH_SEEDS.map((hash_seed): Circumstance => ({
      cause: 'hash_seed',
      label: `with hash seed ${hash_seed}`,
      settings: { hash_seed },
      // Naming any seed, the usual one too, means its own interpreter, which starts slowly.
      control: { hash_seed: 0 },
    })),
    ...ZONES.map((time_zone): Circumstance => ({ cause: 'time_zone', label: `in time zone ${time_zone}`, settings: { time_zone } })),
    ...varies.locales.map((locale): Circumstance => ({ cause: 'locale', label: `in locale ${locale}`, settings: { locale } })),
    ...(varies.dates && !readsOtherClock ? datesAfter(now) : []),
  ];
  return all.filter(({ cause }) => can.includes(cause));
}

/** Days on which calculations with dates go wrong, after `now`. The last two also have the time zone of their change. */
function datesAfter(now: Date): Circumstance[] {
  const year = now.getUTCFullYear();
  const first = (candidates: readonly Date[]) => candidates.find((date) => date.getTime() > now.getTime()) ?? now;
  const years = Array.from({ length: 9 }, (_, index) => year + index);
  const at = (month: number, day: number, hour = NOON) => first(years.map((each) => new Date(Date.UTC(each, month, day, hour))));
  const leapDay = first(years.filter(isLeapYear).map((each) => new Date(Date.UTC(each, 1, 29, NOON))));
  const monthEnd = first(years.flatMap((each) => [0, 2, 4, 6, 7, 9].map((month) => new Date(Date.UTC(each, month, 31, NOON)))));
  const sunday = new Date(Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + (7 - now.getUTCDay()), NOON));
  const change = (month: number) => first(years.map((each) => lastSunday(each, month)));
  const plain = [leapDay, at(DECEMBER, 31), at(0, 1), monthEnd, sunday, new Date(sunday.getTime() + DAY_MS)];
  return [
    ...plain.map((date): Circumstance => ({ cause: 'date', label: `on ${dateText(date)}`, settings: shiftTo(date, now) })),
    ...[change(MARCH), change(OCTOBER)].map((date): Circumstance => ({
      cause: 'date',
      label: `when the clocks change (${dateText(date)} in ${CHANGING_ZONE})`,
      settings: { ...shiftTo(date, now), time_zone: CHANGING_ZONE },
      control: { time_zone: CHANGING_ZONE },
    })),
  ];
}

function shiftTo(date: Date, now: Date): Partial<Circumstances> {
  return { shift_seconds: Math.round((date.getTime() - now.getTime()) / 1_000) };
}

/** A minute after the clocks have changed. */
function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month, 31, 1, 1));
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS);
}

function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

function dateText(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/**
 * Several at once: what passes with all of them passes with each. The nth combination has the nth of every cause. Each date is alone: in
 * another time zone it may be another day.
 */
export function combine(all: readonly Circumstance[]): Circumstance[][] {
  const isDate = ({ cause }: Circumstance) => cause === 'date';
  const kinds = [
    ...Map.groupBy(
      all.filter((each) => !isDate(each)),
      ({ cause }) => cause,
    ).values(),
  ];
  const most = Math.max(0, ...kinds.map(({ length }) => length));
  const combined = Array.from({ length: most }, (_, index) => kinds.flatMap((kind) => kind.slice(index, index + 1)));
  return [...combined, ...all.filter(isDate).map((each) => [each])];
}

export function settingsOf(combination: readonly Circumstance[]): Circumstances {
  return combination.reduce((settings, circumstance) => ({ ...settings, ...circumstance.settings }), USUAL);
}

/** Chance by which luck alone may be taken for a cause. */
const DOUBT = 0.001;
const MOST_RUNS = 8;

/**
 * How often the answer has to fail in a circumstance to name that as the cause; null: luck fails it too often to name any.
 * @param failed of the usual runs
 */
export function runsToBlame(failed: number, all: number): number | null {
  const luck = (failed + 1) / (all + 2);
  const runs = Math.max(2, Math.ceil(Math.log(DOUBT) / Math.log(luck)));
  return runs > MOST_RUNS ? null : runs;
}

/** Whether runs beside a busy neighbor fail so much more often that the load is the cause. */
export function isLoad(usual: { failed: number; all: number }, busy: { failed: number; all: number }): boolean {
  if (busy.failed < 2) return false;
  return busy.failed / busy.all > (5 * usual.failed) / Math.max(1, usual.all);
}

/** Names at most so many of a kind. */
const MOST_NAMED = 2;

/** Sentences about what an answer's checks depend on, one for each cause. @param tried everything that was tried */
export function describeCauses(found: readonly Circumstance[], tried: readonly Circumstance[]): { cause: TrustCause; text: string }[] {
  return [...Map.groupBy(found, ({ cause }) => cause)].map(([cause, list]) => {
    const named = list.slice(0, MOST_NAMED).map(({ label }) => label);
    const isAll = list.length > 1 && list.length === tried.filter((each) => each.cause === cause).length;
    const others = list.length - named.length;
    const more = others === 0 ? '' : ` and ${others} more`;
    return { cause, text: `The answer fails ${named.join(others === 0 ? ' and ' : ', ')}${more}${isAll ? `: ${ALWAYS[cause]}` : ''}.` };
  });
}

/** What it means when every circumstance of a kind fails. */
const ALWAYS: Readonly<Record<TrustCause, string>> = {
  date: 'its result depends on the date',
  time_zone: 'its result depends on the time zone',
  locale: 'its result depends on the locale',
  hash_seed: 'its result depends on the order of a set',
  load: 'its result depends on how fast it runs',
  together: 'its result depends on all of them',
};

/**
 * Whether code or checks read a date that can't be shifted: that of files, or of programs that they start. Both would see different
 * dates, and a check that is right would be called wrong.
 */
export function readsOtherClock(language: Language, texts: readonly string[]): boolean {
  const { otherClocks } = LANGUAGES[language];
  return otherClocks !== null && texts.some((text) => otherClocks.test(text));
}
