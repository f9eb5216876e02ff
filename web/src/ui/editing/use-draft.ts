import { useEffect, useState } from 'react';
import { type Draft, flushDrafts, saveDraft } from '#web/platform/drafts.ts';
import { type AbandonedDraft, closePageDraft, findAbandonedDraft, openPageDraft } from '#web/platform/page-drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';

/** Something whose unsaved edits are kept in the browser. */
export interface Draftable<F extends object> {
  /** The unsaved edits; null when there are none. */
  unsaved: () => Omit<Draft<F>, 'at'> | null;
  /** The fields of a draft that differ from what is on the page. */
  missing: (draft: Draft<F>) => Partial<F>;
  /** Takes over the fields of a draft. What was edited since stays. */
  restore: (draft: Draft<F>) => void;
  /** Calls back at every edit. */
  watch: (watcher: () => void) => () => void;
}

/** Unsaved edits of an earlier visit, or of a tab that was closed. */
export interface DraftOffer<F extends object = object> {
  readonly draft: Draft<F>;
  /** Null when they were restored, but for these fields, which were edited since. */
  readonly restore: (() => void) | null;
  readonly discard: () => void;
}

interface DraftOptions {
  /** The name of the draft: `draftKey(…)`. */
  key: string;
  /** The draft of an earlier visit is put back at once, and not offered. */
  isPutBack?: boolean;
  /** Nothing can be edited. */
  isOff?: boolean;
}

export interface DraftStatus<F extends object = object> {
  offer: DraftOffer<F> | null;
  /** When the edits were typed that were put back; null when there are none, or after `acknowledge`. */
  restoredAt: string | null;
  acknowledge: () => void;
}

/**
 * Keeps unsaved edits in this browser while the author types, in a draft of this tab and this visit, and brings up what earlier visits
 * left. That stays where it is until it is restored or discarded: no edit overwrites it, and no crash loses it.
 */
export function useDraft<F extends object>(thing: Draftable<F>, { key, isPutBack = false, isOff = false }: DraftOptions): DraftStatus<F> {
  const [offer, setOffer] = useState<DraftOffer<F> | null>(null);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);

  useEffect(() => {
    if (isOff) return undefined;
    const own = openPageDraft(key);
    let isLeft = false;
    const save = () => saveDraft(own, () => read(thing));

    async function restore({ draft, forget }: AbandonedDraft<F>): Promise<void> {
      noteRestored(own);
      thing.restore(draft);
      const isWhole = Object.keys(thing.missing(draft)).length === 0;
      save();
      await flushDrafts();
      if (isWhole) await forget();
    }
    async function look(wasRestored = false): Promise<void> {
      const found = await findAbandonedDraft<F>(key);
      if (isLeft) return;
      const fields = found ? thing.missing(found.draft) : {};
      // It was saved after all.
      if (found && Object.keys(fields).length === 0) return found.forget();
      if (found && isPutBack) {
        await restore(found);
        if (!isLeft && thing.unsaved()) setRestoredAt(new Date(found.draft.at).toISOString());
        return;
      }
      setOffer(
        found && {
          draft: { ...found.draft, fields },
          restore: wasRestored ? null : () => void restore(found).then(() => look(true)),
          discard: () => void found.forget().then(() => look()),
        },
      );
    }

    const stop = thing.watch(save);
    if (thing.unsaved()) save();
    void look();
    return () => {
      isLeft = true;
      stop();
      void flushDrafts();
      closePageDraft(own);
    };
  }, [key, thing, isPutBack, isOff]);

  return { offer: isOff ? null : offer, restoredAt, acknowledge: () => setRestoredAt(null) };
}

function read<F extends object>(thing: Draftable<F>): Draft<F> | null {
  const unsaved = thing.unsaved();
  return unsaved && { ...unsaved, at: Date.now() };
}
