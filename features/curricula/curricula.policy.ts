import type { Actor } from '#platform/contract/roles.ts';

/** Courses and paths in main and in closed releases are read only for everyone, and external authors can only read courses. */
export function canEditCurriculum(
  actor: Pick<Actor, 'role'>,
  { is_main, is_closed }: { readonly is_main: boolean; readonly is_closed: boolean },
): boolean {
  return actor.role !== 'external' && !is_main && !is_closed;
}
