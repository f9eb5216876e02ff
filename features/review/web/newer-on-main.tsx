import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { isMainNewer } from '#features/releases/main-state.policy.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import { UpdateFromMain } from './update-from-main.tsx';

/** Says that main has moved on from the version that a lesson began from, and merges main. */
export function NewerOnMain({
  lesson,
}: {
  lesson: Pick<Lesson, 'release_id' | 'main_state' | 'is_main' | 'is_shallow_import' | 'is_own_drafts' | 'is_closed'>;
}) {
  const user = useCurrentUser();
  if (!isMainNewer(lesson.main_state)) return null;
  const newerText = lesson.main_state === 'diverged' ? MESSAGES.bothChanged : MESSAGES.newerOnMain;
  const mayUpdate = !user.external && mayEdit(user, lesson);
  return (
    <Banner kind="warning" actions={mayUpdate ? <UpdateFromMain releaseId={lesson.release_id} /> : undefined}>
      {user.external ? `${newerText} ${MESSAGES.askToUpdate}` : newerText}
    </Banner>
  );
}
