import { clearDraft, listDraftKeys } from '#platform/web/drafts.ts';
import { MESSAGES } from './messages.ts';

/**
 * Says that unsaved changes of a user who has signed out stay in this browser, and offers to delete them: others may use the computer.
 * They stay if nothing is pressed, because they may be all that is left of an hour's work.
 */
export async function offerToDeleteDrafts(userId: number): Promise<void> {
  const keys = (await Promise.all([`${userId}`, `set-aside/${userId}`].map(listDraftKeys))).flat();
  if (keys.length === 0) return;
  // Loaded when needed: the first page shows no toasts.
  const [{ showOffer }, { showResult }] = await Promise.all([
    import('#platform/web/ui/offer-toast.tsx'),
    import('#platform/web/ui/toast.ts'),
  ]);
  showOffer({
    message: MESSAGES.draftsKept(keys.length),
    label: 'Delete from this browser',
    onClick: () => void Promise.all(keys.map(clearDraft)).then(() => showResult(MESSAGES.draftsDeleted)),
  });
}
