import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { LANGUAGE_TAG_MAX } from '#platform/contract/text-language.ts';
import { languageChoices } from './language-choices.ts';

interface LanguageSelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'clearable' | 'readOnly' | 'error'> {
  /** A tag; null: none is chosen. */
  value: string | null;
  onChange: (tag: string | null) => void;
}

/** A language that texts are written in: one of the list, or any tag that is typed. */
export function LanguageSelect({ value, onChange, ...field }: LanguageSelectProps) {
  const [search, setSearch] = useState('');
  return (
    <Select
      {...field}
      data={languageChoices(value, search)}
      // What was typed is already looked for.
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      maxLength={2 * LANGUAGE_TAG_MAX}
      nothingFoundMessage="No such language. Type a tag such as “pt-BR”."
      value={value}
      onChange={onChange}
    />
  );
}
