/** A link of a text to another lesson, as imports write it and as it works in git: to a text of a screen, or to the lesson. */
export interface LessonLink {
  /** The number of the lesson, with which its folder begins. */
  readonly sequence: number;
  /** The folder of the screen; null: the lesson. */
  readonly screen: string | null;
}

const ADDRESS = /^(?:\.\.\/)+(?:lessons\/)?(\d{1,9})-[^/\s?#]+\/(?:screens\/([^/\s?#]+)\/[\w-]+\.md|lesson\.yaml)(?:#\S*)?$/;

/** Null: another address. */
export function lessonLinkOf(address: string): LessonLink | null {
  const [, sequence, screen] = ADDRESS.exec(address) ?? [];
  return sequence === undefined ? null : { sequence: Number(sequence), screen: screen ?? null };
}

/**
 * The name of a data file of the lesson from its address in a text, as imports write it and as it works in git: `../../files/birds.csv`.
 * Null: another address.
 */
export function dataFileNameOf(address: string): string | null {
  const name = /^\.\.\/\.\.\/files\/([^\\?#]+)$/.exec(address)?.[1];
  if (name === undefined) return null;
  try {
    const decoded = decodeURIComponent(name);
    // Encoded characters must not lead out of the folder either.
    return decoded.split('/').some((step) => step === '' || step === '.' || step === '..') || /[\\\0]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** The page of the product that leads an author from a link in a text of the lesson with the id `from` to the linked lesson. */
export function authorAddress(from: number, { sequence, screen }: LessonLink): string {
  return `/lesson/${from}/linked/${sequence}${screen === null ? '' : `?screen=${encodeURIComponent(screen)}`}`;
}

/** Where authors download a data file of the lesson `from` to which a text links (`downloadNamedDataFile`). */
export function authorFileAddress(from: number, name: string): string {
  return `/api/lesson/${from}/datafile/${encodeURIComponent(name)}/download`;
}
