import { useEffect, useState } from 'react';
import { clearDraft, draftKey, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { useStore } from '#web/platform/use-store.ts';
import type { LiveText } from '#web/ui/code-editor/live-text.ts';
import type { FileDraft, KeptText } from './file-draft.ts';

interface KeptFileText {
  /** Takes what is typed, and keeps it. */
  type: (text: LiveText) => void;
  /** When edits of an earlier visit were typed that are here again; null: there are none, or they were looked at. */
  restoredAt: Date | null;
  acknowledge: () => void;
}

/** Keeps what is typed into a file in this browser until it is saved, and brings back what an earlier visit left. */
export function useKeptText(lessonId: number, fileName: string, draft: FileDraft, isReadOnly: boolean): KeptFileText {
  const user = useCurrentUser();
  const key = `${draftKey(user.id, 'file-text', lessonId)}/${fileName}`;
  const { isDirty } = useStore(draft);
  const [restoredAt, setRestoredAt] = useState<Date | null>(null);
  // Until it was looked at, what an earlier visit left must not be forgotten.
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    if (isReadOnly) return undefined;
    let isLeft = false;
    void loadDraft<KeptText>(key).then((kept) => {
      if (isLeft) return;
      const contents = kept?.fields.contents;
      if (kept && contents !== undefined && !draft.state().isDirty) {
        draft.restore({ ...kept.fields, contents });
        if (draft.state().isDirty) {
          noteRestored(key);
          setRestoredAt(new Date(kept.at));
        }
      }
      setLoaded(true);
    });
    return () => {
      isLeft = true;
    };
  }, [key, draft, isReadOnly]);

  useEffect(() => {
    if (isLoaded && !isDirty) void clearDraft(key);
  }, [key, isLoaded, isDirty]);

  return {
    type: (text) => {
      draft.type(text);
      const fields = draft.unsaved();
      // Each text knows the hash that it began from; revisions are the lesson's.
      if (fields) saveDraft<KeptText>(key, { base_revision: 0, fields, at: Date.now() });
    },
    restoredAt: isDirty ? restoredAt : null,
    acknowledge: () => setRestoredAt(null),
  };
}
