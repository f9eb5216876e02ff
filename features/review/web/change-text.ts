import type { ChangedLesson, ChangedPart } from '../contract/pull-requests.ts';

const PARTS: Record<ChangedPart, string> = {
  settings: 'settings',
  packages: 'packages',
  datasets: 'datasets',
  files: 'data files',
  images: 'images',
  other: 'other files',
};

const CHANGES = [
  ['added', 'added'],
  ['changed', 'changed'],
  ['deleted', 'deleted'],
] as const;

/** Names what differs in a lesson: `Screens 1 and 3 changed, screen 5 added, settings`. Empty: only generated files. */
export function changeText({ screens, parts, change }: Pick<ChangedLesson, 'screens' | 'parts' | 'change'>): string {
  if (change === 'added') return screens.length === 1 ? 'New, 1 screen' : `New, ${screens.length} screens`;
  if (change === 'deleted') return 'Deleted';
  const phrases = CHANGES.flatMap(([kind, verb]) => {
    const names = screens
      .filter((screen) => screen.change === kind)
      .map(({ number, title }) => (number === null ? `“${title || 'untitled'}”` : String(number)));
    return names.length === 0 ? [] : [`${names.length === 1 ? 'screen' : 'screens'} ${listed(names)} ${verb}`];
  });
  const text = [...phrases, ...parts.map((part) => PARTS[part])].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
