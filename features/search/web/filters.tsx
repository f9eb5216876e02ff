import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '#platform/contract/counted.ts';
import { SEARCH_KINDS } from '../contract/search-kinds.ts';
import type { SearchReply } from '../contract/search.ts';
import { type SearchAddress, type SearchFilter, valuesOf, withValues } from './search-address.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './search.module.css';

type Facets = SearchReply['facets'];

/** The filters with their facets, in their order on the page. */
const FILTERS: readonly { filter: SearchFilter; facet: keyof Facets; title: string }[] = [
  { filter: 'kinds', facet: 'kinds', title: 'Kind of text' },
  { filter: 'releases', facet: 'releases', title: 'Release' },
  { filter: 'statuses', facet: 'statuses', title: 'Status' },
  { filter: 'languages', facet: 'languages', title: 'Language' },
  { filter: 'types', facet: 'screen_types', title: 'Type of screen' },
  { filter: 'authors', facet: 'authors', title: 'Author' },
];

/** Entries of a filter that are shown at first. */
const SHOWN = 8;

interface FiltersProps {
  facets: Facets | null;
  address: SearchAddress;
  onAddress: (address: SearchAddress) => void;
}

/** Filters that the results offer, with how many matches each leaves. */
export function SearchFilters({ facets, address, onAddress }: FiltersProps) {
  const lessons = valuesOf(address, 'lessons');
  return (
    <>
      {lessons.length > 0 ? (
        <Button size="xs" variant="default" onClick={() => onAddress(withValues(address, 'lessons', []))}>
          Search all lessons again
        </Button>
      ) : null}
      {FILTERS.map(({ filter, facet, title }) => (
        <Filter
          key={filter}
          title={title}
          found={facets?.[facet] ?? []}
          chosen={valuesOf(address, filter)}
          labelOf={(value) => (filter === 'kinds' ? SEARCH_KINDS[value as keyof typeof SEARCH_KINDS] : value)}
          onChosen={(values) => onAddress(withValues(address, filter, values))}
        />
      ))}
    </>
  );
}

interface FilterProps {
  title: string;
  found: Facets['kinds'];
  chosen: readonly string[];
  labelOf: (value: string) => string;
  onChosen: (values: string[]) => void;
}

function Filter({ title, found, chosen, labelOf, onChosen }: FilterProps) {
  const [isLong, setLong] = useState(false);
  const missing = chosen.filter((value) => !found.some((entry) => entry.value === value));
  const entries = [...missing.map((value) => ({ value, label: labelOf(value), count: 0 })), ...found];
  // A filter with one value changes nothing.
  if (entries.length === 0 || (entries.length === 1 && chosen.length === 0)) return null;
  const shown = isLong ? entries : entries.slice(0, SHOWN);
  return (
    <section className={classes.filter} aria-label={title}>
      <h2 className={classes.filterName}>{title}</h2>
      <ul className={layout.plainList}>
        {shown.map(({ value, label, count }) => {
          const isChosen = chosen.includes(value);
          return (
            <li key={value}>
              <UnstyledButton
                className={classes.choice ?? ''}
                aria-pressed={isChosen}
                onClick={() => onChosen(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value])}
              >
                <span>{label}</span>
                <span className={classes.count}>{numberText(count)}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {entries.length > SHOWN ? (
        <Button size="compact-xs" variant="subtle" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${entries.length}`}
        </Button>
      ) : null}
    </section>
  );
}
