import { useQueryClient } from '@tanstack/react-query';
import { type Path, PathFields } from '#contract/paths.ts';
import { draftKey } from '#web/platform/drafts.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { useAutoSave } from '#web/ui/editing/use-auto-save.ts';
import { type Editor, useEditor } from '#web/ui/editing/use-editor.ts';
import { type KeptOffer, useKeptEdits } from '#web/ui/editing/use-kept-edits.ts';
import { savePath } from './api.ts';
import { MESSAGES } from './messages.ts';

/** B §9: milliseconds after the last edit until a path is sent. */
const SAVE_DELAY_MS = 3_000;

/** The details of a path as they are edited; they are sent by themselves after a pause. And what an earlier visit left unsaved. */
export function usePathEditor(path: Path, isReadOnly: boolean): { editor: Editor<PathFields>; kept: KeptOffer | null } {
  const client = useQueryClient();
  const user = useCurrentUser();
  const editor = useEditor({
    stored: path,
    schema: PathFields,
    send: (fields) => savePath(client, path.id, fields),
    failed: MESSAGES.saveFailed,
    problemsOf,
  });
  useAutoSave(editor, SAVE_DELAY_MS, !isReadOnly);
  const kept = useKeptEdits(draftKey(user.id, 'path', path.id), editor);
  return { editor, kept };
}

/** B §5: a name; the version blank or at least 0.1; hours of 0 or more. */
function problemsOf({ name, version, duration }: PathFields): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: MESSAGES.nameEmpty } : {}),
    ...(version !== null && version < 0.1 ? { version: MESSAGES.versionWrong } : {}),
    ...(duration !== null && duration < 0 ? { duration: MESSAGES.durationNegative } : {}),
  };
}
