import type { ScreenFields } from '#contract/screens.ts';
import type { Draft } from '#web/platform/drafts.ts';
import type { ScreenForm } from './screen-form.ts';

type ScreenDraft = Draft<ScreenFields>;

/** One draft of two: the later one wins a field that both have; saved from the earlier revision, nothing is overwritten. */
export function combineDrafts(earlier: ScreenDraft | null, later: ScreenDraft | null): ScreenDraft | null {
  if (!earlier || !later) return later ?? earlier;
  return {
    base_revision: Math.min(earlier.base_revision, later.base_revision),
    fields: { ...earlier.fields, ...later.fields },
    at: Math.max(earlier.at, later.at),
  };
}

/** The fields of a draft that differ from what is there; null when none does: it was saved after all. */
export function unsavedPart(draft: ScreenDraft | null, form: Pick<ScreenForm, 'read'>): ScreenDraft | null {
  if (!draft) return null;
  const fields = Object.entries(draft.fields).filter(([field, value]) => form.read(field as keyof ScreenFields) !== value);
  return fields.length === 0 ? null : { ...draft, fields: Object.fromEntries(fields) };
}
