import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { uniqueName } from '#features/documents/rules/folder-name.ts';

/**
 * Gives the screens of a newer version of a document the uuids and folders that they had, so that a merge compares the right ones:
 * screens with the same content, then those with the same text or code below the same heading, the same title, or the same heading.
 */
export function withKnownScreens(known: readonly ScreenContent[], screens: readonly ScreenContent[]): ScreenContent[] {
  const partners = new Map<ScreenContent, ScreenContent>();
  const left = new Set(known);
  for (const keyOf of KEYS) {
    const byKey = Map.groupBy(left, keyOf);
    for (const screen of screens) {
      if (partners.has(screen)) continue;
      const key = keyOf(screen);
      const partner = key === null ? undefined : byKey.get(key)?.shift();
      if (!partner) continue;
      partners.set(screen, partner);
      left.delete(partner);
    }
  }
  const folders = new Set([...partners.values()].map(({ folder }) => folder));
  return screens.map((screen) => {
    const partner = partners.get(screen);
    if (partner) return { ...screen, uuid: partner.uuid, folder: partner.folder };
    const folder = uniqueName(screen.folder, folders);
    folders.add(folder);
    return { ...screen, folder };
  });
}

type KeyOf = (screen: ScreenContent) => string | null;

/** Several screens of a heading have its title and a number. */
const headingOf = ({ fields }: ScreenContent) => fields.title.replace(/ \(\d+\)$/, '');
const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

const KEYS: readonly KeyOf[] = [
  (screen) => keyOf(headingOf(screen), screen.fields.type, screen.fields.body_markdown, screen.fields.answer_code),
  (screen) => (screen.fields.answer_code === '' ? null : keyOf(headingOf(screen), screen.fields.answer_code)),
  (screen) => (screen.fields.body_markdown === '' ? null : keyOf(headingOf(screen), screen.fields.body_markdown)),
  ({ fields }) => keyOf(fields.title, fields.type),
  (screen) => keyOf(headingOf(screen)),
];
