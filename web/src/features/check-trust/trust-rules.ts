/** How the result of an examination is put into words, and in which order. */

import type { CheckTrust, ExaminedScreen } from '#contract/check-trust.ts';
import { mergeRegions } from '#content/merge-regions.ts';

/** In words, the worst first. */
export const LEVELS = {
  broken: { text: 'Broken', color: 'red', help: 'The answer fails, or code that does not solve the screen passes.' },
  weak: { text: 'Weak', color: 'yellow', help: 'Many mistakes pass, or right answers fail.' },
  unknown: { text: 'Not examined', color: 'gray', help: 'Press Examine.' },
  trusted: { text: 'Trusted', color: 'green', help: 'The check catches mistakes and accepts right answers.' },
} as const;
type ShownLevel = keyof typeof LEVELS;

/** An outdated examination says nothing about the screen as it is. */
export function levelOf(trust: CheckTrust | null): ShownLevel {
  return trust?.is_current === true ? trust.level : 'unknown';
}

/** For sorting by trust: by level, and within a level by the part of the mistakes that are caught. */
export function trustOrder({ trust }: Pick<ExaminedScreen, 'trust'>): number {
  const { right, all } = trust?.mistakes ?? { right: 0, all: 0 };
  return Object.keys(LEVELS).indexOf(levelOf(trust)) + (all === 0 ? 0 : (0.9 * right) / all);
}

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
