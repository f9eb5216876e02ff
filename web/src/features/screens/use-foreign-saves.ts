import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { Screen } from '#contract/screens.ts';
import type { ScreenSession } from './screen-fields.ts';

interface OpenScreen {
  session: ScreenSession;
  isDirty: boolean;
}

/**
 * Follows what others save on the screen that is open. Without unsaved edits the new version is shown at once. With unsaved edits nothing
 * on the page changes: the hook returns who saved, and the next save merges both.
 *
 * @param isCalling True while a save of one's own is under way, whose revision is not known yet.
 */
export function useForeignSaves(screen: Screen, { session, isDirty }: OpenScreen, isCalling: boolean): { by: string } | null {
  const isNewer = !isCalling && screen.revision > Number(session.state().revision);
  // Its questions, skills or tests were saved, which are edited elsewhere.
  const isElsewhere = isNewer && session.isAsKnown(screen);
  const isBehind = isNewer && !isElsewhere;
  const by = screen.updated_by ?? 'Another author';
  useEffect(() => {
    if (isElsewhere) session.take(screen);
  }, [isElsewhere, session, screen]);
  useEffect(() => {
    if (!isBehind || isDirty) return;
    session.take(screen);
    notifications.show({ message: `${by} saved this screen. You see the new version.`, autoClose: 5_000 });
  }, [isBehind, isDirty, session, screen, by]);
  return isBehind && isDirty ? { by } : null;
}
