import { useEffect, useState } from 'react';
import type { ScreenFields } from '#contract/screens.ts';
import { type Draft, draftKey, listDraftKeys, loadDraft } from '#web/platform/drafts.ts';
import { combineDrafts } from './screen-draft.ts';

/** What this browser keeps of unsaved edits of a screen that is gone; null: nothing; undefined: it is still looked for. */
export function useLostDraft(userId: number, screenId: number): Draft<ScreenFields> | null | undefined {
  const [draft, setDraft] = useState<Draft<ScreenFields> | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    void findDraft(userId, screenId).then((found) => {
      if (!isLeft) setDraft(found);
    });
    return () => {
      isLeft = true;
    };
  }, [userId, screenId]);
  return draft;
}

async function findDraft(userId: number, screenId: number): Promise<Draft<ScreenFields> | null> {
  const keys = (await Promise.all(['screen-offered', 'screen'].map((kind) => listDraftKeys(draftKey(userId, kind, screenId))))).flat();
  const drafts = await Promise.all(keys.map((key) => loadDraft<ScreenFields>(key)));
  return drafts
    .filter((draft) => draft !== null)
    .toSorted((one, other) => one.at - other.at)
    .reduce<Draft<ScreenFields> | null>(combineDrafts, null);
}
