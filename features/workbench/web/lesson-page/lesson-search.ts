/** The tabs of the lesson page, by their names in the address. The first one is not named there. */
export const LESSON_TABS = {
  screens: 'Screens',
  settings: 'Settings',
  packages: 'Packages and files',
  review: 'Review and publish',
  history: 'History',
} as const;
export type LessonTab = keyof typeof LESSON_TABS;

export interface LessonSearch {
  /** Absent: the screens. */
  tab?: Exclude<LessonTab, 'screens'>;
}

/** Parses an address; invalid parts are ignored. */
export function parseLessonSearch({ tab }: Record<string, unknown>): LessonSearch {
  return tab === 'settings' || tab === 'packages' || tab === 'review' || tab === 'history' ? { tab } : {};
}
