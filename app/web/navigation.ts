import type { CurrentUser } from '#features/accounts/contract/users.ts';

interface NavigationEntry {
  label: string;
  to: '/' | '/tracks' | '/courses' | '/datasets' | '/releases' | '/manage-external' | '/console';
  /** Hidden from external authors. */
  staffOnly: boolean;
}

/** The top navigation, in order. */
const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Paths', to: '/tracks', staffOnly: true },
  { label: 'Courses', to: '/courses', staffOnly: false },
  { label: 'Lessons', to: '/', staffOnly: false },
  { label: 'Datasets', to: '/datasets', staffOnly: true },
  { label: 'Manage Releases', to: '/releases', staffOnly: true },
  { label: 'Manage External Authors', to: '/manage-external', staffOnly: true },
  { label: 'API Console', to: '/console', staffOnly: true },
];

/** The entries this user may open. */
export function navigationFor(user: Pick<CurrentUser, 'external'>): readonly NavigationEntry[] {
  return NAVIGATION.filter((entry) => !entry.staffOnly || !user.external);
}
