import { conflictRegions, type Region } from '#platform/content/merge.ts';

/** How to resolve a conflict. `both`: mine, then theirs. */
export type Choice = 'mine' | 'theirs' | 'both';

/** The decisions on a field: one choice per conflict in order, or a text edited by hand. */
export interface Resolution {
  choices: Readonly<Record<number, Choice>>;
  /** Not null: the result as edited, overriding all choices. */
  edited: string | null;
}

export const UNDECIDED: Resolution = { choices: {}, edited: null };

/** The three versions of a field that two people changed. */
export interface Versions {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** The versions of a text, aligned by line; null: not text, resolved as a whole. */
export function regionsOf({ base, mine, theirs }: Versions): Region[] | null {
  if (typeof mine !== 'string' || typeof theirs !== 'string') return null;
  return conflictRegions(typeof base === 'string' ? base : '', mine, theirs);
}

/** The resolved value; `undefined` while something is undecided. */
export function resolvedValue(versions: Versions, regions: readonly Region[] | null, { choices, edited }: Resolution): unknown {
  if (edited !== null) return edited;
  if (regions === null) {
    if (choices[0] === 'both') return bothOf(versions);
    return choices[0] === undefined ? undefined : versions[choices[0]];
  }
  const lines: string[] = [];
  for (const [index, region] of regions.entries()) {
    const chosen = linesOf(region, choices[index]);
    if (chosen === null) return undefined;
    lines.push(...chosen);
  }
  return lines.join('\n');
}

/** A text to start editing with: the decisions so far, and both versions of the rest. */
export function textSoFar(regions: readonly Region[], choices: Resolution['choices']): string {
  return regions.flatMap((region, index) => linesOf(region, choices[index]) ?? [...region.mine, ...region.theirs]).join('\n');
}

/** Whether both can be used; for lists, the union of their entries. */
export function canHaveBoth({ mine, theirs }: Versions): boolean {
  return Array.isArray(mine) && Array.isArray(theirs);
}

function bothOf({ mine, theirs }: Versions): unknown {
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
  const seen = new Set<string>();
  return [...(mine as unknown[]), ...(theirs as unknown[])].filter((item) => {
    const text = JSON.stringify(item);
    return seen.has(text) ? false : seen.add(text);
  });
}

function linesOf(region: Region, choice: Choice | undefined): readonly string[] | null {
  if (region.kind === 'theirs') return region.theirs;
  if (region.kind !== 'conflict') return region.mine;
  if (choice === undefined) return null;
  return choice === 'both' ? [...region.mine, ...region.theirs] : region[choice];
}

/** How both sides of a conflict are called, and the buttons that choose them. */
export interface SideNames {
  readonly mine: { readonly title: string; readonly use: string };
  readonly theirs: { readonly title: string; readonly use: string };
}

/** Of what is being written here, and of what another person saved; null: their name isn't known. */
export function sidesOfPeople(changedBy: string | null): SideNames {
  const theirs = changedBy === null ? { title: 'Theirs', use: 'Use theirs' } : { title: changedBy, use: `Use ${changedBy}’s` };
  return { mine: { title: 'Mine', use: 'Use mine' }, theirs };
}

/** Of a release and main. Several people may have written either of them, and the same person both. */
export const SIDES_OF_BRANCHES: SideNames = {
  mine: { title: 'This release', use: 'Use this release' },
  theirs: { title: 'Main', use: 'Use main' },
};
