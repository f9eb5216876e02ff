import type { CurrentUser } from '#contract/users.ts';

interface NavigationEntry {
  label: string;
  to: '/' | '/tracks' | '/courses' | '/datasets' | '/releases' | '/manage-external' | '/console';
  /** A §2: hidden from external authors. */
  staffOnly: boolean;
}

/** The top navigation of A §2, in its order. A page that is added brings its line. */
const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Paths', to: '/tracks', staffOnly: true },
  { label: 'Courses', to: '/courses', staffOnly: false },
  { label: 'Lessons', to: '/', staffOnly: false },
  { label: 'Datasets', to: '/datasets', staffOnly: true },
  { label: 'Manage Releases', to: '/releases', staffOnly: true },
  { label: 'Manage External Authors', to: '/manage-external', staffOnly: true },
  { label: 'API Console', to: '/console', staffOnly: true },
];

/** What this person may go to. */
export function navigationFor(user: Pick<CurrentUser, 'external'>): readonly NavigationEntry[] {
  return NAVIGATION.filter((entry) => !entry.staffOnly || !user.external);
}
