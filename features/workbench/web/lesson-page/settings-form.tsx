import { Select } from '@mantine/core';
import { LESSON_TYPES, LessonType } from '#features/lessons/contract/lessons.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { CodeSettings } from './code-settings.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { TextLanguageField } from './text-language-field.tsx';
import { TypeSettings } from './type-settings.tsx';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';
import classes from './lesson-page.module.css';

interface SettingsFormProps {
  editor: LessonEditor;
  saving: LessonSaving;
  /** Who edits. */
  actor: Pick<Actor, 'role'>;
  isReadOnly: boolean;
  /** Addresses of the lesson's data files that can be a solution notebook. */
  notebooks: readonly string[];
}

/** The Settings group: the type with the settings that belong to it, then the code. */
export function SettingsForm({ editor, saving, actor, isReadOnly, notebooks }: SettingsFormProps) {
  const { fields, edit, fieldErrors } = editor;
  return (
    <div className={classes.fields}>
      <Select
        label={FIELD_LABELS.type}
        data={Object.entries(LESSON_TYPES).map(([value, label]) => ({ value, label }))}
        value={fields.type}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={fieldErrors['type']}
        onChange={(type) => edit({ type: LessonType.parse(type) })}
      />
      <TextLanguageField editor={editor} isReadOnly={isReadOnly} />
      <TypeSettings editor={editor} saving={saving} isReadOnly={isReadOnly} notebooks={notebooks} />
      <CodeSettings editor={editor} saving={saving} actor={actor} isReadOnly={isReadOnly} />
    </div>
  );
}
