import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftKey, flushDrafts, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { ScratchTexts, type StoredScratch } from './scratch-texts.ts';
import type { ScreenSession } from './screen-fields.ts';

/** Milliseconds after a key until the texts are read to be kept. */
const COLLECT_PAUSE_MS = 200;

interface Scratch {
  texts: ScratchTexts;
  /** Raised when an editor must read its text anew. */
  version: number;
}

/** The submissions that an author tries out on a screen, as this browser kept them. */
export function useScratch(userId: number, screenId: number, session: ScreenSession): Scratch {
  const key = draftKey(userId, 'screen-scratch', screenId);
  const [texts] = useState(() => new ScratchTexts(() => session.read('initial_code')));
  const version = useSyncExternalStore(texts.subscribe, texts.version);
  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    function collect() {
      timer = null;
      saveDraft<StoredScratch>(key, { base_revision: 0, fields: texts.stored(), at: Date.now() });
    }
    const stop = texts.watch(() => {
      timer ??= setTimeout(collect, COLLECT_PAUSE_MS);
    });
    void loadDraft<StoredScratch>(key).then((draft) => {
      if (isLeft || !draft) return;
      noteRestored(key);
      texts.restore(draft.fields);
    });
    return () => {
      isLeft = true;
      stop();
      if (timer === null) return;
      clearTimeout(timer);
      collect();
      void flushDrafts();
    };
  }, [key, texts]);
  return { texts, version };
}
