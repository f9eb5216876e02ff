import type { Lesson } from '#contract/lessons.ts';
import type { CurrentUser } from '#contract/users.ts';

/** Whether somebody may sync a lesson and heal its release: external authors do so in their own drafts (product §3) only. */
export function maySync(
  user: Pick<CurrentUser, 'external' | 'name'>,
  lesson: Pick<Lesson, 'is_main' | 'is_shallow_import' | 'release_name'>,
): boolean {
  if (lesson.is_main || lesson.is_shallow_import) return false;
  return !user.external || lesson.release_name === `Drafts – ${user.name}`;
}
