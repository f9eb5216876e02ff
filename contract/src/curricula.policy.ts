import type { Actor } from './roles.ts';

/** Courses and paths in main are read only for everyone, and external authors can only read courses. */
export function canEditCurriculum(actor: Pick<Actor, 'role'>, { is_main }: { readonly is_main: boolean }): boolean {
  return actor.role !== 'external' && !is_main;
}
