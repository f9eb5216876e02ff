import { useEffect, useState } from 'react';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { type Draft, draftKey } from '#platform/web/drafts.ts';
import { findAllDrafts } from '#platform/web/page-drafts.ts';

/** The unsaved edits of a deleted screen that this browser keeps; null: there are none; undefined: not known yet. */
export function useLostDraft(userId: number, screenId: number): Draft<ScreenFields> | null | undefined {
  const [draft, setDraft] = useState<Draft<ScreenFields> | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    void findAllDrafts<ScreenFields>(draftKey(userId, 'screen', screenId)).then((found) => {
      if (!isLeft) setDraft(found);
    });
    return () => {
      isLeft = true;
    };
  }, [userId, screenId]);
  return draft;
}
