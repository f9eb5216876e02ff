import type { ImportNote } from '../contract/import-file.ts';

/** Equal notes as one, with the places where they apply. */
interface SummedNote {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
}

/** Notes with equal reasons summed up, in the order of the first of each. */
export function summedNotes(notes: readonly ImportNote[]): SummedNote[] {
  return [...Map.groupBy(notes, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    count: same.length,
    places: [...new Set(same.map(({ place }) => place))].filter((place) => place !== '' || same.length === 1),
  }));
}

const SHOWN_MAX = 12;

/** The first places: `Cell 3, Cell 5 and 20 more`. */
export function shownPlaces(places: readonly string[]): string {
  const more = places.length - SHOWN_MAX;
  return `${places.slice(0, SHOWN_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
