import type { Actor } from './roles.ts';

/** Courses and paths of main are read-only for everyone; external authors can only read courses. */
export function canEditCourse(actor: Pick<Actor, 'role'>, { is_main }: { readonly is_main: boolean }): boolean {
  return actor.role !== 'external' && !is_main;
}
