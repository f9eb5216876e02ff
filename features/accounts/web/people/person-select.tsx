import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../session/current-user.ts';
import { peopleQuery } from './people-query.ts';

interface PersonSelectProps {
  label: string;
  /** An email address; null: nobody. */
  value: string | null;
  onChange: (email: string | null) => void;
  isReadOnly?: boolean;
  error?: string | undefined;
}

/** Chooses someone who has access, or nobody. External authors choose themselves. */
export function PersonSelect({ label, value, onChange, isReadOnly = false, error }: PersonSelectProps) {
  const user = useCurrentUser();
  const people = useQuery({ ...peopleQuery, enabled: !user.external });
  const known = (people.data ?? [user]).map(({ email, name }) => ({ value: email.toLowerCase(), label: name }));
  const isUnknown = value !== null && !known.some((person) => person.value === value);
  return (
    <Select
      label={label}
      placeholder="Nobody"
      data={isUnknown ? [...known, { value, label: value }] : known}
      value={value}
      searchable={!isReadOnly}
      clearable={!isReadOnly}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      readOnly={isReadOnly}
      error={error ?? (people.isError ? 'Couldn’t load the people.' : undefined)}
      nothingFoundMessage="No one has this name."
      onChange={onChange}
    />
  );
}
