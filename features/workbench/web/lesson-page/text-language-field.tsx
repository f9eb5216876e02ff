import { MESSAGES } from '#features/lessons/web/messages.ts';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

interface TextLanguageFieldProps {
  editor: LessonEditor;
  isReadOnly: boolean;
}

/** The language that the texts of a lesson are written in. */
export function TextLanguageField({ editor: { fields, edit, fieldErrors }, isReadOnly }: TextLanguageFieldProps) {
  return (
    <LanguageSelect
      label={FIELD_LABELS.text_language}
      description={MESSAGES.textLanguageHint}
      placeholder="Not stated"
      clearable
      value={fields.text_language}
      readOnly={isReadOnly}
      error={fieldErrors['text_language']}
      onChange={(text_language) => edit({ text_language })}
    />
  );
}
