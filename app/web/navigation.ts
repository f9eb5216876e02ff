import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { type Access, canCall } from '#platform/contract/roles.ts';

interface NavigationEntry {
  label: string;
  to: '/' | '/tracks' | '/courses' | '/datasets' | '/releases' | '/people' | '/manage-external' | '/console';
  /** Who may open it. */
  access: Access;
}

/** The top navigation, in order. */
const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Paths', to: '/tracks', access: 'staff' },
  { label: 'Courses', to: '/courses', access: 'signed-in' },
  { label: 'Lessons', to: '/', access: 'signed-in' },
  { label: 'Datasets', to: '/datasets', access: 'staff' },
  { label: 'Manage Releases', to: '/releases', access: 'staff' },
  { label: 'People', to: '/people', access: 'people' },
  { label: 'Manage External Authors', to: '/manage-external', access: 'people' },
  { label: 'API Console', to: '/console', access: 'people' },
];

/** The entries this user may open. */
export function navigationFor(user: Pick<CurrentUser, 'role'>): readonly NavigationEntry[] {
  return NAVIGATION.filter(({ access }) => canCall(access, user));
}
