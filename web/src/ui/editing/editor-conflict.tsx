import { ConflictResolver } from '../conflict-resolver/conflict-resolver.tsx';
import type { Editor } from './use-editor.ts';

interface EditorConflictProps {
  editor: Pick<Editor<object>, 'conflict' | 'isSaving' | 'error' | 'resolve' | 'postpone'>;
  /** What a person calls a field. */
  fieldLabel: (field: string) => string;
}

/** Asks what holds where somebody else saved the same fields while they were edited here. */
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
