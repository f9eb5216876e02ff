import type { CurrentUser } from '#contract/users.ts';

interface NavigationEntry {
  label: string;
  to: '/' | '/datasets' | '/releases' | '/manage-external';
  /** A §2: hidden from external authors. */
  staffOnly: boolean;
}

/** The top navigation of A §2, in its order. A page that is added brings its line. */
const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Lessons', to: '/', staffOnly: false },
  { label: 'Datasets', to: '/datasets', staffOnly: true },
  { label: 'Manage Releases', to: '/releases', staffOnly: true },
  { label: 'Manage External Authors', to: '/manage-external', staffOnly: true },
];

/** What this person may go to. */
export function navigationFor(user: Pick<CurrentUser, 'external'>): readonly NavigationEntry[] {
  return NAVIGATION.filter((entry) => !entry.staffOnly || !user.external);
}
