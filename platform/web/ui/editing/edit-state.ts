/** The state of edits on a page. */
export type EditState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** The state of something with its own save call. */
export function editState(now: { isDirty: boolean; isSaving: boolean; hasFailed: boolean }): EditState {
  if (now.isSaving) return 'saving';
  if (!now.isDirty) return 'saved';
  return now.hasFailed ? 'failed' : 'unsaved';
}
