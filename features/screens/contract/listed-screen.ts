import type { ListedScreen, Screen } from './screens.ts';

// Without the schemas, for the first page.

/** The query of a caller that shows only names. */
export const NAMES_ONLY = { names_only: 'true' } as const;

/** What lists show of screens, from the reply of a call that may return everything of them. */
export function listedScreens(screens: readonly Screen[] | readonly ListedScreen[]): ListedScreen[] {
  return screens.map((screen) => ('custom_check_code' in screen ? listedScreen(screen) : screen));
}

/** What lists show of a screen. */
export function listedScreen(screen: Screen): ListedScreen {
  const { id, uuid, lesson_id, sequence, title, type, revision, commit_status, custom_check_code } = screen;
  return { id, uuid, lesson_id, sequence, title, type, revision, commit_status, has_custom_check: custom_check_code.trim() !== '' };
}
