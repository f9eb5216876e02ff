import { Button, CloseButton, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AUDIT_KINDS } from '../contract/audit-kinds.ts';
import { auditChoicesQuery } from './api.ts';
import type { AuditSearch } from './audit-search.ts';
import { MESSAGES } from './messages.ts';
import classes from './audit.module.css';

/** Declared once: a dozen options for each render. */
const KINDS = [
  { value: '', label: MESSAGES.deeds },
  ...Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label })),
  { value: 'all', label: MESSAGES.everything },
];

interface AuditFiltersProps {
  search: AuditSearch;
  /** The name of the one thing that the trail is about. */
  thingName: string | null;
  onSearch: (search: AuditSearch) => void;
}

/** Filters of the audit trail: kind, person, lesson, release, action, days, and one thing that was chosen in an entry. */
export function AuditFilters({ search, thingName, onSearch }: AuditFiltersProps) {
  const { data } = useQuery(auditChoicesQuery);
  const { before: _page, ...filter } = search;
  /** A changed filter returns to the newest entries; an empty field is no filter. */
  const change = (name: keyof typeof filter, value: string | number) => {
    const { [name]: _old, ...rest } = filter;
    onSearch(value === '' ? rest : { ...rest, [name]: value });
  };
  const number = (text: string) => (text === '' ? '' : Number(text));
  const all = (text: string) => ({ value: '', label: text });
  return (
    <div className={classes.filters} role="search" aria-label="Filter the audit trail">
      <NativeSelect label="Kind" value={filter.kind ?? ''} data={KINDS} onChange={(event) => change('kind', event.currentTarget.value)} />
      <NumberInput
        label="Lesson"
        placeholder="Any number"
        className={classes.short ?? ''}
        min={0}
        allowDecimal={false}
        hideControls
        value={filter.lesson ?? ''}
        onChange={(value) => change('lesson', value)}
      />
      <NativeSelect
        label="Person"
        value={String(filter.person ?? '')}
        data={[all('Anyone'), ...(data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => change('person', number(event.currentTarget.value))}
      />
      <NativeSelect
        label="Release"
        value={String(filter.release ?? '')}
        data={[all('Any'), ...(data?.releases ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => change('release', number(event.currentTarget.value))}
      />
      <NativeSelect
        label="Action"
        className={classes.long ?? ''}
        value={filter.action ?? ''}
        data={[all('Any'), ...(data?.actions ?? []).map(({ action, text }) => ({ value: action, label: text }))]}
        onChange={(event) => change('action', event.currentTarget.value)}
      />
      <TextInput label="From" type="date" value={filter.from ?? ''} onChange={(event) => change('from', event.currentTarget.value)} />
      <TextInput label="To" type="date" value={filter.to ?? ''} onChange={(event) => change('to', event.currentTarget.value)} />
      {filter.thing === undefined ? null : (
        <TextInput
          label="About"
          className={classes.long ?? ''}
          value={thingName ?? filter.thing}
          readOnly
          rightSection={<CloseButton size="sm" aria-label="Show entries about everything" onClick={() => change('thing', '')} />}
        />
      )}
      {Object.keys(filter).length === 0 ? null : (
        <Button variant="default" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
