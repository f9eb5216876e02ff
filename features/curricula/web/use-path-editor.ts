import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { saveBody } from '#platform/web/ui/editing/edit-session.ts';
import { useAutoSave } from '#platform/web/ui/editing/use-auto-save.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';
import { type Path, PathFields } from '../contract/paths.ts';
import { saveCurriculum } from './api.ts';
import { PATHS } from './kinds.ts';
import { MESSAGES } from './messages.ts';

/** Milliseconds after the last edit until a path is saved. */
const SAVE_DELAY_MS = 3_000;

/** The details of a path while they are edited; they are saved automatically after a pause. */
export function usePathEditor(path: Path, isReadOnly: boolean): Editor<PathFields> {
  const client = useQueryClient();
  const user = useCurrentUser();
  const editor = useEditor<PathFields>({
    stored: path,
    names: PathFields.keyof().options,
    send: (save) => saveCurriculum(client, PATHS, path.id, saveBody(save)),
    failed: MESSAGES.saveFailed,
    draftKey: draftKey(user.id, 'path', path.id),
    isReadOnly,
    problemsOf,
  });
  useAutoSave(editor, SAVE_DELAY_MS, !isReadOnly);
  return editor;
}

/** A name is required; the version is blank or at least 0.1; hours are 0 or more. */
function problemsOf({ name, version, duration }: PathFields): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: MESSAGES.nameEmpty } : {}),
    ...(version !== null && version < 0.1 ? { version: MESSAGES.versionWrong } : {}),
    ...(duration !== null && duration < 0 ? { duration: MESSAGES.durationNegative } : {}),
  };
}
