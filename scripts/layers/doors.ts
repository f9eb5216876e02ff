import type { SourceFile } from './imports.ts';
import { FREE_FILES, matchesAny } from './rules.ts';

/** How many names of one side of a feature the rest of the product may use. */
export const DOOR_MAX = 40;

/** Sides that are still larger, with their size: a list that only becomes shorter. */
export const WIDE_DOORS: Readonly<Record<string, number>> = {};

/** The product: tests, benches and scripts don't count as users. */
const PRODUCT = ['platform/**', 'features/**', 'app/**'];
const SIDES = ['server', 'web', 'rules'];

/** The names of one side of a feature that files outside the feature import. */
export interface Door {
  /** Like `lessons/web`. Everything outside `server`, `web` and `rules` is the contract, policies included. */
  readonly side: string;
  /** Each once, however many files import it. Of the server they are the exports of its `index.ts`. */
  readonly names: readonly string[];
}

function sideOf(path: string): { feature: string; side: string } | null {
  const [root, feature, folder] = path.split('/');
  if (root !== 'features' || feature === undefined || folder === undefined) return null;
  return { feature, side: `${feature}/${SIDES.includes(folder) ? folder : 'contract'}` };
}

/** The doors of all features, the largest first. */
export function findDoors(files: readonly SourceFile[]): Door[] {
  const doors = new Map<string, Set<string>>();
  for (const { path, names } of files) {
    if (!matchesAny(path, PRODUCT) || matchesAny(path, FREE_FILES)) continue;
    for (const [target, name] of names) {
      const to = sideOf(target);
      if (!to || to.feature === sideOf(path)?.feature) continue;
      const door = doors.get(to.side) ?? new Set<string>();
      doors.set(to.side, door.add(`${target} ${name}`));
    }
  }
  return [...doors]
    .map(([side, names]) => ({ side, names: [...names].toSorted() }))
    .toSorted((a, b) => b.names.length - a.names.length || (a.side < b.side ? -1 : 1));
}

/** Doors that are too large, and entries of {@link WIDE_DOORS} that are larger than what they excuse. */
export function doorProblems(doors: readonly Door[], wide: Readonly<Record<string, number>> = WIDE_DOORS): string[] {
  const sizes = new Map(doors.map(({ side, names }) => [side, names.length]));
  const tooLarge = doors.flatMap(({ side, names: { length } }) => {
    const most = wide[side] ?? DOOR_MAX;
    return length > most ? [`features/${side} opens ${length} names to others, at most ${most} are allowed (scripts/layers/doors.ts)`] : [];
  });
  const outdated = Object.entries(wide).flatMap(([side, most]) => {
    const size = sizes.get(side) ?? 0;
    return size < most ? [`features/${side} has ${size} names in use now: change its entry in scripts/layers/doors.ts`] : [];
  });
  return [...tooLarge, ...outdated];
}

/** One line per feature: the sizes of its sides. */
export function doorTable(doors: readonly Door[]): string {
  const sizes = new Map(doors.map(({ side, names }) => [side, names.length]));
  const features = [...new Set(doors.map(({ side }) => side.split('/')[0] ?? ''))].toSorted();
  const columns = ['server', 'web', 'rules', 'contract'];
  const row = (name: string, cells: readonly string[]) => `${name.padEnd(16)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const rows = features.map((feature) =>
    row(
      feature,
      columns.map((side) => String(sizes.get(`${feature}/${side}`) ?? 0)),
    ),
  );
  return [row('feature', columns), ...rows].join('\n');
}
