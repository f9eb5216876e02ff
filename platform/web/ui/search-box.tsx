import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';

interface SearchBoxProps {
  /** `Search lessons`. */
  label: string;
  className?: string | undefined;
  query: string;
  onQuery: (query: string) => void;
  /** Called for the arrow down key, to move to the rows. */
  onLeaveDown: () => void;
  /** It has the focus when its dialog opens. */
  isFirst?: boolean;
}

/** The search box above a table. Escape clears it. */
export function SearchBox({ label, className = '', query, onQuery, onLeaveDown, isFirst }: SearchBoxProps) {
  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      data-autofocus={isFirst}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        query === '' ? null : (
          <ActionIcon size={24} aria-label="Clear search" onClick={() => onQuery('')}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      value={query}
      onChange={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          onLeaveDown();
        } else if (event.key === 'Escape') onQuery('');
      }}
    />
  );
}
