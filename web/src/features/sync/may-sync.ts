import type { Lesson } from '#contract/lessons.ts';
import type { CurrentUser } from '#contract/users.ts';

/** Whether the user may sync a lesson and repair its release. External authors may only do so in their own drafts. */
export function maySync(
  user: Pick<CurrentUser, 'external'>,
  lesson: Pick<Lesson, 'is_main' | 'is_shallow_import' | 'is_own_drafts'>,
): boolean {
  if (lesson.is_main || lesson.is_shallow_import) return false;
  return !user.external || lesson.is_own_drafts;
}
