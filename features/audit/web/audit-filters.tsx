import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditChoicesQuery } from './api.ts';
import type { AuditSearch } from './audit-search.ts';
import classes from './audit.module.css';

interface AuditFiltersProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

/** Filters of the audit trail: lesson, person, release, action, days. */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
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
      {Object.keys(filter).length === 0 ? null : (
        <Button variant="default" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
