/** How the result of an examination is put into words, and in which order. */

import { mergeRegions } from '#platform/content/merge-regions.ts';
import type { CheckTrust, ExaminedScreen, TrustFinding } from '../contract.ts';

/** In words, the worst first. */
export const LEVELS = {
  broken: { text: 'Broken', color: 'error', help: 'The answer fails, always or at times, or code that does not solve the screen passes.' },
  weak: { text: 'Weak', color: 'changed', help: 'Many mistakes pass, right answers fail, or the check depends on where it runs.' },
  unknown: {
    text: 'Not examined',
    color: 'draft',
    help: 'Whether the checks accept wrong answers hasn’t been tried. Examine them on the Checks page.',
  },
  outdated: {
    text: 'Out of date',
    color: 'draft',
    help: 'The screen, or what its checks depend on, has changed since they were examined. Examine them again on the Checks page.',
  },
  trusted: { text: 'Trusted', color: 'success', help: 'The check catches mistakes and accepts right answers.' },
} as const;
type ShownLevel = keyof typeof LEVELS;

/** An outdated examination says nothing about the screen as it is. */
export function levelOf(trust: CheckTrust | null): ShownLevel {
  if (trust === null) return 'unknown';
  return trust.is_current ? trust.level : 'outdated';
}

/** For sorting by trust: by level, and within a level by the part of the mistakes that are caught. */
export function trustOrder({ trust }: Pick<ExaminedScreen, 'trust'>): number {
  const { right, all } = trust?.mistakes ?? { right: 0, all: 0 };
  return Object.keys(LEVELS).indexOf(levelOf(trust)) + (all === 0 ? 0 : (0.9 * right) / all);
}

/** What to do about a finding; null: its sentence and its code say enough. */
export function adviceFor({ kind, cause }: Pick<TrustFinding, 'kind' | 'cause'>): string | null {
  return kind === 'flaky' ? ADVICE[cause ?? 'luck'] : null;
}

const ADVICE: Readonly<Record<NonNullable<TrustFinding['cause']> | 'luck', string>> = {
  luck: 'Set the seed of random numbers in the code before the screen, or compare with a tolerance, or don’t compare what differs.',
  date: 'Give the screen a fixed date instead of today’s, or compute what the check expects from the same date.',
  time_zone: 'Name the time zone in the code, for example timezone.utc. Learners’ runs use UTC, where it passes.',
  locale: 'Set the locale or the format in the code. Learners’ runs share one locale, in which it passes.',
  hash_seed:
    'Sort sets before you print or compare them. Learners’ runs share one seed, but another version of Python can have another order.',
  load: 'Don’t measure time in the check, or allow much more time.',
  together: 'Look at each of them: alone, none makes the answer fail.',
};

/** `17 of 20`; empty if there were none. */
export function countsText(counts: CheckTrust['mistakes'] | undefined): string {
  return counts && counts.all > 0 ? `${counts.right} of ${counts.all}` : '';
}

export interface ChangedLine {
  readonly kind: 'removed' | 'added';
  readonly text: string;
}

/** The lines in which a submission differs from the answer. */
export function changedLines(answer: string, code: string): ChangedLine[] {
  const [before, after] = [answer.split('\n'), code.split('\n')];
  return mergeRegions(before, after, before).flatMap(({ kind, base, mine }) =>
    kind === 'same'
      ? []
      : [...base.map((text): ChangedLine => ({ kind: 'removed', text })), ...mine.map((text): ChangedLine => ({ kind: 'added', text }))],
  );
}
