import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { Screen } from '#contract/screens.ts';
import type { FormState, ScreenForm } from './screen-form.ts';

/**
 * Follows what others save on the screen that is open. Without edits of one's own, theirs are shown at once; with edits,
 * nothing moves under the author's hands: the answer names who saved, and the next save puts both together.
 *
 * @param isCalling true while a save of one's own is under way, whose revision is not known yet.
 */
export function useForeignSaves(screen: Screen, form: ScreenForm, state: FormState, isCalling: boolean): { by: string } | null {
  const isMoved = !isCalling && screen.revision > state.revision;
  // Its questions, skills or tests were saved: they are edited elsewhere, and nobody needs to be told.
  const isElsewhere = isMoved && form.hasSameFields(screen);
  const isBehind = isMoved && !isElsewhere;
  const isClean = state.dirty.length === 0;
  const by = screen.updated_by ?? 'Somebody';
  useEffect(() => {
    if (isElsewhere) form.rebase(screen);
  }, [isElsewhere, form, screen]);
  useEffect(() => {
    if (!isBehind || !isClean) return;
    form.replace(screen);
    notifications.show({ message: `${by} saved this screen. You see the new version.`, autoClose: 5_000 });
  }, [isBehind, isClean, form, screen, by]);
  return isBehind && !isClean ? { by } : null;
}
