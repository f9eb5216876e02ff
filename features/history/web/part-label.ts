import type { VersionPart } from '../contract/history.ts';

/** Stands for the lesson itself in addresses, where the API has an empty part. */
export const SETTINGS = 'settings';

/** The part of an address, as the API names it. */
export function partOf(part: string): string {
  return part === SETTINGS ? '' : part;
}

const SETTINGS_LABELS = {
  lesson: 'Settings and order of screens',
  course: 'Details and lessons',
  path: 'Details, steps and courses',
} as const;

/** What people call a part of a lesson, a course or a path. `names` are the screens of a lesson. */
export function partLabel(
  part: string,
  title: string,
  names: ReadonlyMap<string, string>,
  kind: keyof typeof SETTINGS_LABELS = 'lesson',
): string {
  if (part === '' || part === SETTINGS) return SETTINGS_LABELS[kind];
  const file = /^(?:data|image):(.*)$/s.exec(part)?.[1];
  if (file !== undefined) return file;
  return names.get(part) ?? `Deleted screen${title === '' ? '' : `: ${title}`}`;
}

/** The parts that a summary of a version names, screens first. A screen that comes or goes changes the order of screens anyway. */
export function partsToName<P extends Pick<VersionPart, 'part' | 'change'>>(parts: readonly P[]): P[] {
  const others = parts.filter(({ part }) => part !== '');
  const isOrderOnly = others.some(({ part, change }) => part.startsWith('screen:') && change !== 'changed');
  return isOrderOnly ? others : [...others, ...parts.filter(({ part }) => part === '')];
}
