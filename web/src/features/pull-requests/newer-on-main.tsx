import { mayEdit } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { Banner } from '#web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import { UpdateFromMain } from './update-from-main.tsx';

/** Says that a lesson is what main was before it moved on, and merges main. */
export function NewerOnMain({
  lesson,
}: {
  lesson: Pick<Lesson, 'release_id' | 'main_state' | 'is_main' | 'is_shallow_import' | 'is_own_drafts' | 'is_closed'>;
}) {
  const user = useCurrentUser();
  if (lesson.main_state !== 'behind') return null;
  const mayUpdate = !user.external && mayEdit(user, lesson);
  return (
    <Banner kind="warning" actions={mayUpdate ? <UpdateFromMain releaseId={lesson.release_id} /> : undefined}>
      {mayUpdate ? MESSAGES.newerOnMain : `${MESSAGES.newerOnMain} ${MESSAGES.askToUpdate}`}
    </Banner>
  );
}
