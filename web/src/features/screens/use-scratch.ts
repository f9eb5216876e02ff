import { useState } from 'react';
import { draftKey } from '#web/platform/drafts.ts';
import { useStore } from '#web/platform/use-store.ts';
import { useDraft } from '#web/ui/editing/use-draft.ts';
import { ScratchTexts } from './scratch-texts.ts';
import type { ScreenSession } from './screen-fields.ts';

/** The submissions that an author tries out on a screen, as this browser kept them. */
export function useScratch(userId: number, screenId: number, session: ScreenSession): { texts: ScratchTexts; version: number } {
  const [texts] = useState(() => new ScratchTexts(() => session.read('initial_code')));
  const version = useStore(texts);
  useDraft(texts, { key: draftKey(userId, 'screen-scratch', screenId), isPutBack: true });
  return { texts, version };
}
