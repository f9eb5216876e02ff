import type { Present } from './use-presence.ts';

interface Numbered {
  readonly id: number;
  readonly sequence: number;
}

/** Where someone is, worded for a viewer on `ownScreenId` (null: on the lesson page). A deleted screen has no number. */
export function placeText(person: Present, screens: readonly Numbered[], ownScreenId: number | null): string {
  const screen = screenText(person, screens, ownScreenId);
  return person.part === undefined ? screen : `${screen}, in ${person.part}`;
}

function screenText({ screen_id }: Present, screens: readonly Numbered[], ownScreenId: number | null): string {
  if (screen_id === null) return ownScreenId === null ? 'on this page' : 'on the lesson page';
  if (screen_id === ownScreenId) return 'on this screen';
  const screen = screens.find(({ id }) => id === screen_id);
  return screen ? `on screen ${screen.sequence}` : 'on another screen';
}
