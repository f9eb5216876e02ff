import { ConflictResolver } from '../conflict-resolver/conflict-resolver.tsx';
import type { Editor } from './use-editor.ts';

interface EditorConflictProps {
  editor: Pick<Editor<object>, 'conflict' | 'isSaving' | 'error' | 'resolve' | 'postpone'>;
  /** The label of a field. */
  fieldLabel: (field: string) => string;
}

/** Resolves a conflict with what another author saved. */
export function EditorConflict({ editor, fieldLabel }: EditorConflictProps) {
  return (
    <ConflictResolver
      details={editor.conflict}
      fieldLabel={fieldLabel}
      isBusy={editor.isSaving}
      error={editor.error}
      onResolve={(decided) => void editor.resolve(decided)}
      onClose={editor.postpone}
    />
  );
}
