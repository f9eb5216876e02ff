/** A link of a text to another lesson, or to one of its screens. */
export type LessonLink =
  /** `lesson:1f0c93ab#77d0e2c4`. It stays right when the lesson or the screen gets another title or number. */
  | {
      readonly kind: 'key';
      /** {@link contentKey} of the lesson. */
      readonly key: string;
      /** That of the screen; null: the lesson. */
      readonly screen: string | null;
    }
  /** `../../../711-barn-owls/screens/at-night/learn.md`, as it works in git. */
  | {
      readonly kind: 'path';
      /** The number of the lesson, with which its folder begins. */
      readonly sequence: number;
      /** The folder of the screen; null: the lesson. */
      readonly screen: string | null;
    };

/** What short links begin with. */
export const LESSON_SCHEME = /^lesson:/;
const SHORT = /^lesson:([\da-f]{8})(?:#([\da-f]{8}))?$/;
const ADDRESS = /^(?:\.\.\/)+(?:lessons\/)?(\d{1,9})-[^/\s?#]+\/(?:screens\/([^/\s?#]+)\/[\w-]+\.md|lesson\.yaml)(?:#\S*)?$/;

/** Null: another address. */
export function lessonLinkOf(address: string): LessonLink | null {
  const [, key, part] = SHORT.exec(address) ?? [];
  if (key !== undefined) return { kind: 'key', key, screen: part ?? null };
  const [, sequence, screen] = ADDRESS.exec(address) ?? [];
  return sequence === undefined ? null : { kind: 'path', sequence: Number(sequence), screen: screen ?? null };
}

/** Names a lesson or a screen in short links: the end of its uuid, which never changes. */
export function contentKey(uuid: string): string {
  return uuid.replaceAll('-', '').slice(-8).toLowerCase();
}

/** The short link to a lesson, or to its screen. */
export function shortLessonLink(lesson: string, screen: string | null): string {
  return `lesson:${contentKey(lesson)}${screen === null ? '' : `#${contentKey(screen)}`}`;
}

/** Whether a link means this lesson. */
export function leadsTo(link: LessonLink, lesson: { readonly uuid: string; readonly sequence: number }): boolean {
  return link.kind === 'key' ? link.key === contentKey(lesson.uuid) : link.sequence === lesson.sequence;
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
export function authorAddress(from: number, link: LessonLink): string {
  const { screen } = link;
  return `/lesson/${from}/linked/${link.kind === 'key' ? `key-${link.key}` : link.sequence}${screen === null ? '' : `?screen=${encodeURIComponent(screen)}`}`;
}

/** Where authors download a data file of the lesson `from` to which a text links (`downloadNamedDataFile`). */
export function authorFileAddress(from: number, name: string): string {
  return `/api/lesson/${from}/datafile/${encodeURIComponent(name)}/download`;
}
