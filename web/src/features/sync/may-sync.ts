import type { Lesson } from '#contract/lessons.ts';
import type { CurrentUser } from '#contract/users.ts';

/** Whether somebody may sync a lesson and heal its release: external authors do so in their own drafts (product §3) only. */
export function maySync(
  user: Pick<CurrentUser, 'external'>,
  lesson: Pick<Lesson, 'is_main' | 'is_shallow_import' | 'is_own_drafts'>,
): boolean {
  if (lesson.is_main || lesson.is_shallow_import) return false;
  return !user.external || lesson.is_own_drafts;
}
