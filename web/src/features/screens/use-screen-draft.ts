import { useEffect, useState } from 'react';
import type { ScreenFields } from '#contract/screens.ts';
import { clearDraft, type Draft, draftKey, flushDrafts, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { pageDraftKey, takeAbandonedDrafts } from '#web/platform/page-drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { combineDrafts, unsavedPart } from './screen-draft.ts';
import type { ScreenForm } from './screen-form.ts';

/** Milliseconds after a key until the edited texts are collected; storing them waits a little longer still. */
const COLLECT_PAUSE_MS = 200;

export interface DraftOffer {
  /** When it was typed. */
  at: Date;
  fields: Partial<ScreenFields>;
  restore: () => void;
  discard: () => void;
}

/**
 * Keeps unsaved edits of a screen in this browser as they are typed, and offers those of an earlier visit (screens: guards).
 * What is offered is kept apart until it is decided, so that new edits do not overwrite it. Each page keeps its own edits.
 */
export function useScreenDraft(userId: number, screenId: number, form: ScreenForm, isReadOnly: boolean): DraftOffer | null {
  const key = draftKey(userId, 'screen', screenId);
  const offeredKey = draftKey(userId, 'screen-offered', screenId);
  const [offered, setOffered] = useState<Draft<ScreenFields> | null>(null);

  useEffect(() => {
    if (isReadOnly) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    void findOffer(key, offeredKey, form).then((draft) => {
      if (isLeft) return;
      setOffered(draft);
      stop = keepDraft(pageDraftKey(key), form);
    });
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [key, offeredKey, form, isReadOnly]);

  if (offered === null) return null;
  function decide() {
    setOffered(null);
    void clearDraft(offeredKey);
  }
  return {
    at: new Date(offered.at),
    fields: offered.fields,
    restore: () => {
      noteRestored(pageDraftKey(key));
      form.restore(offered.fields, offered.base_revision);
      decide();
    },
    discard: decide,
  };
}

/** What earlier visits left; null when nothing of it is unsaved. */
async function findOffer(key: string, offeredKey: string, form: ScreenForm): Promise<Draft<ScreenFields> | null> {
  const [earlier, left] = await Promise.all([loadDraft<ScreenFields>(offeredKey), takeAbandonedDrafts<ScreenFields>(key)]);
  const draft = unsavedPart(left.drafts.reduce(combineDrafts, earlier), form);
  if (draft) saveDraft(offeredKey, draft);
  else await clearDraft(offeredKey);
  await flushDrafts();
  await left.forget();
  return draft;
}

/** Stores the edits a moment after each of them, and at once when the page is hidden; forgets them when they are saved or undone. */
function keepDraft(key: string, form: ScreenForm): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  function collect() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (form.isDirty) saveDraft(key, { base_revision: form.revision, fields: form.changes(), at: Date.now() });
    else void clearDraft(key);
  }
  function collectNow() {
    if (timer === null) return;
    collect();
    void flushDrafts();
  }
  function collectHidden() {
    if (document.visibilityState === 'hidden') collectNow();
  }
  const stop = form.watch(() => {
    timer ??= setTimeout(collect, COLLECT_PAUSE_MS);
  });
  if (form.isDirty) collect();
  globalThis.addEventListener('pagehide', collectNow);
  document.addEventListener('visibilitychange', collectHidden);
  return () => {
    collectNow();
    stop();
    globalThis.removeEventListener('pagehide', collectNow);
    document.removeEventListener('visibilitychange', collectHidden);
  };
}
