/** Stands for the lesson itself in addresses, where the API has an empty part. */
export const SETTINGS = 'settings';

/** The part of an address, as the API names it. */
export function partOf(part: string): string {
  return part === SETTINGS ? '' : part;
}

/** What people call a part of a lesson. `names` are its screens. */
export function partLabel(part: string, title: string, names: ReadonlyMap<string, string>): string {
  if (part === '' || part === SETTINGS) return 'Settings and order of screens';
  const file = /^(?:data|image):(.*)$/s.exec(part)?.[1];
  if (file !== undefined) return file;
  return names.get(part) ?? `Deleted screen${title === '' ? '' : `: ${title}`}`;
}
