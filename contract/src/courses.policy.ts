import type { Actor } from './roles.ts';

/** B §6: courses and paths that are main's are read only for everyone; product §9: external authors only read courses. */
export function canEditCourse(actor: Pick<Actor, 'role'>, { is_main }: { readonly is_main: boolean }): boolean {
  return actor.role !== 'external' && !is_main;
}
