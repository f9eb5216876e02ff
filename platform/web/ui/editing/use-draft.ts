import { useEffect, useState } from 'react';
import { type Draft, flushDrafts, saveDraft } from '../../drafts.ts';
import { type AbandonedDraft, closePageDraft, findAbandonedDraft, openPageDraft } from '../../page-drafts.ts';
import { noteRestored } from '../../set-aside.ts';

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
  /** The draft of an earlier visit is restored at once, and not offered. */
  restoresItself?: boolean;
  /** Nothing can be edited. */
  isOff?: boolean;
}

export interface DraftStatus<F extends object = object> {
  offer: DraftOffer<F> | null;
  /** When the edits that were restored at once were typed; null when there are none, or after `acknowledge`. */
  restoredAt: string | null;
  acknowledge: () => void;
}

/**
 * Keeps unsaved edits in this browser while the author types, in a draft of this tab and this visit, and offers those of earlier
 * visits. They stay where they are until they are restored or discarded: no edit overwrites them, and no crash loses them.
 */
export function useDraft<F extends object>(
  thing: Draftable<F>,
  { key, restoresItself = false, isOff = false }: DraftOptions,
): DraftStatus<F> {
  const [offer, setOffer] = useState<DraftOffer<F> | null>(null);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);

  useEffect(() => {
    if (isOff) return undefined;
    const own = openPageDraft(key);
    let isLeft = false;
    let isStored = false;
    const save = () => {
      saveDraft(own, () => read(thing));
      const hasEdits = thing.unsaved() !== null;
      // Remove a saved draft at once: a page that is left a moment later would offer it again.
      if (isStored && !hasEdits) void flushDrafts();
      isStored = hasEdits;
    };

    async function restore({ draft, forget }: AbandonedDraft<F>): Promise<void> {
      noteRestored(own);
      thing.restore(draft);
      const isWhole = Object.keys(thing.missing(draft)).length === 0;
      save();
      await flushDrafts();
      if (isWhole) await forget();
    }
    /** @param restored The time of the draft that was just restored: what is left of it was edited since. */
    async function look(restored?: number): Promise<void> {
      const found = await findAbandonedDraft<F>(key);
      if (isLeft) return;
      const fields = found ? thing.missing(found.draft) : {};
      if (found && Object.keys(fields).length === 0) {
        // It was saved after all.
        setOffer(null);
        return found.forget();
      }
      if (found && restoresItself) {
        await restore(found);
        if (!isLeft && thing.unsaved()) setRestoredAt(new Date(found.draft.at).toISOString());
        return undefined;
      }
      setOffer(
        found && {
          draft: { ...found.draft, fields },
          restore: found.draft.at === restored ? null : () => void restore(found).then(() => look(found.draft.at)),
          discard: () => void found.forget().then(() => look()),
        },
      );
      return undefined;
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
  }, [key, thing, restoresItself, isOff]);

  return { offer: isOff ? null : offer, restoredAt, acknowledge: () => setRestoredAt(null) };
}

function read<F extends object>(thing: Draftable<F>): Draft<F> | null {
  const unsaved = thing.unsaved();
  return unsaved && { ...unsaved, at: Date.now() };
}
