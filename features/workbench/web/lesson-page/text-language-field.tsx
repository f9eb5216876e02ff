import { Select } from '@mantine/core';
import { useState } from 'react';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { LANGUAGE_TAG_MAX } from '#platform/contract/text-language.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { languageChoices } from './language-choices.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

interface TextLanguageFieldProps {
  editor: LessonEditor;
  isReadOnly: boolean;
}

/** The language that the texts of a lesson are written in: one of the list, or any tag that is typed. */
export function TextLanguageField({ editor: { fields, edit, fieldErrors }, isReadOnly }: TextLanguageFieldProps) {
  const [search, setSearch] = useState('');
  const data = languageChoices(fields.text_language, search);
  return (
    <Select
      label={FIELD_LABELS.text_language}
      description={MESSAGES.textLanguageHint}
      placeholder="Not stated"
      data={data}
      // What was typed is already looked for.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      maxLength={2 * LANGUAGE_TAG_MAX}
      nothingFoundMessage="No such language. Type a tag such as “pt-BR”."
      value={fields.text_language}
      readOnly={isReadOnly}
      error={fieldErrors['text_language']}
      onChange={(text_language) => edit({ text_language })}
    />
  );
}
