/** What the page of a rehearsal shows. */

import type { BreakKind, LessonOutcome, Rehearsal, ReleaseRehearsal, RehearsalCandidate, RunDifference } from '../contract.ts';

export const KIND_LABELS: Readonly<Record<BreakKind, { label: string; color: string }>> = {
  build: { label: 'Can’t be installed', color: 'error' },
  error: { label: 'Error', color: 'error' },
  fails: { label: 'Fails its checks', color: 'error' },
  changed: { label: 'Other result', color: 'changed' },
  warning: { label: 'New warning', color: 'draft' },
  slower: { label: 'Slower', color: 'draft' },
};

export const OUTCOME_LABELS: Readonly<Record<LessonOutcome, { label: string; color: string }>> = {
  open: { label: 'Not run yet', color: 'draft' },
  same: { label: 'Has them already', color: 'draft' },
  green: { label: 'No difference', color: 'success' },
  minor: { label: 'Only warnings', color: 'draft' },
  broken: { label: 'Differs', color: 'error' },
};

const WHAT: Readonly<Record<RunDifference['what'], string>> = {
  error: 'Error',
  warnings: 'Warnings',
  output: 'Output',
  variable: 'Variable',
  plot: 'Plot',
  check: 'Check',
  test: 'Test',
  time: 'Time',
};

/** The heading of a difference: `Variable total`. */
export function headingOf({ what, name }: Pick<RunDifference, 'what' | 'name'>): string {
  return name === '' || what === 'error' ? WHAT[what] : `${WHAT[what]} ${name}`;
}

/** The lines of one side, with those that the other side lacks marked. */
export function markedLines(text: string, other: string): { text: string; isOwn: boolean }[] {
  const known = new Set(other.split('\n').map((line) => line.trimEnd()));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ({ text: line, isOwn: !known.has(line.trimEnd()) }));
}

/** Lessons that can go into a release. */
export function countGreen({ lessons }: Pick<Rehearsal, 'lessons'>): { green: number; minor: number } {
  const of = (outcome: LessonOutcome) => lessons.filter((lesson) => lesson.outcome === outcome).length;
  return { green: of('green'), minor: of('minor') };
}

/** How many screens differ. */
export function countDiffering({ groups }: Pick<Rehearsal, 'groups'>): number {
  return new Set(groups.flatMap(({ screens }) => screens.map(({ screen_id }) => screen_id))).size;
}

/** The form of what to try, as it is filled in. */
export interface CandidateChoice {
  readonly isNewest: boolean;
  /** Versions by language and name; empty: the newest. Packages that aren't chosen are missing. */
  readonly versions: ReadonlyMap<string, string>;
  /** By language; missing: as it is. */
  readonly interpreters: ReadonlyMap<string, string>;
}

export function choiceKey({ language, name }: Pick<ReleaseRehearsal['packages'][number], 'language' | 'name'>): string {
  return `${language} ${name}`;
}

/** What is sent; null: nothing is chosen. */
export function candidateOf({ isNewest, versions, interpreters }: CandidateChoice, offered: ReleaseRehearsal): RehearsalCandidate | null {
  const packages = isNewest
    ? []
    : offered.packages.flatMap((item) => {
        const version = versions.get(choiceKey(item));
        return version === undefined
          ? []
          : [{ language: item.language, name: item.name, version: version.trim() === '' ? null : version.trim() }];
      });
  const chosen = offered.interpreters.flatMap(({ language, offered: all }) => {
    const version = all.find((each) => each === interpreters.get(language));
    return version === undefined ? [] : [{ language, version }];
  });
  if (!isNewest && packages.length === 0 && chosen.length === 0) return null;
  return { newest: isNewest, packages, interpreters: chosen };
}

/** What was tried, in words. */
export function candidateText({ newest, packages, interpreters }: RehearsalCandidate, labelOf: (language: string) => string): string {
  const parts = [
    ...(newest ? ['the newest version of everything'] : []),
    ...packages.map(({ name, version }) => (version === null ? `the newest ${name}` : `${name} ${version}`)),
    ...interpreters.map(({ language, version }) => `${labelOf(language)} ${version}`),
  ];
  return parts.join(', ');
}
