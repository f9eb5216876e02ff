import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNamesOfPeople } from '#features/accounts/web/people/people-query.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { saveAsCsv } from '#platform/web/download.ts';
import { isPreflightRule, PREFLIGHT_RULES, SEVERITIES } from '../contract/preflight-rules.ts';
import type { Preflight } from '../contract/preflight.ts';
import { findingsCsv } from '../rules/findings-csv.ts';
import { countChoices, type LessonFindings } from './filter-findings.ts';
import { SEVERITY_ICONS, severityCount } from './finding-counts.tsx';
import { MESSAGES } from './messages.ts';
import { NO_OWNER, type PreflightSearch } from './preflight-search.ts';
import classes from './preflight.module.css';

interface FindingsToolbarProps {
  preflight: Preflight;
  /** What matches the filters. */
  found: readonly LessonFindings[];
  search: PreflightSearch;
  onSearch: (search: PreflightSearch) => void;
}

/** The filters: severity, rule, people, accepted ones. */
export function FindingsToolbar({ preflight, found, search, onSearch }: FindingsToolbarProps) {
  const user = useCurrentUser();
  const nameOf = useNamesOfPeople();
  const { severities, rules, authors, owners } = countChoices(preflight, search, user);
  const accepted = preflight.findings.filter((finding) => finding.accepted !== null).length;
  const change = (next: PreflightSearch) => onSearch({ ...search, ...next });
  const hasPeople = preflight.lessons.length > 1 || search.author !== undefined || search.owner !== undefined || search.mine === true;
  const isOwned = search.owner !== undefined || preflight.lessons.some(({ owner }) => owner !== null);
  return (
    <div className={classes.toolbar} role="group" aria-label="Filters">
      {SEVERITIES.map((severity) => {
        const Icon = SEVERITY_ICONS[severity];
        const isChosen = search.severity === severity;
        return (
          <Button
            key={severity}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => change({ severity: isChosen ? undefined : severity })}
          >
            {severityCount(severity, severities[severity])}
          </Button>
        );
      })}
      <FilterSelect
        label="Rule"
        all="All rules"
        counts={rules}
        nameOf={(rule) => PREFLIGHT_RULES[rule].title}
        value={search.rule}
        onValue={(rule) => change({ rule: rule !== undefined && isPreflightRule(rule) ? rule : undefined })}
      />
      {hasPeople ? (
        <>
          <FilterSelect
            label="Author"
            all="Any author"
            counts={authors}
            nameOf={(author) => author}
            value={search.author}
            onValue={(author) => change({ author })}
          />
          {isOwned ? (
            <FilterSelect
              label="Owner"
              all="Any owner"
              counts={owners}
              nameOf={(owner) => (owner === NO_OWNER ? 'No owner' : nameOf(owner))}
              value={search.owner}
              onValue={(owner) => change({ owner })}
            />
          ) : null}
          <Checkbox
            className={classes.check ?? ''}
            label="Mine"
            title={MESSAGES.mineHint}
            checked={search.mine === true}
            onChange={({ currentTarget: { checked } }) => change({ mine: checked || undefined })}
          />
        </>
      ) : null}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={found.length === 0}
        title={MESSAGES.csvHint}
        onClick={() => saveAsCsv(findingsCsv(found), 'findings.csv')}
      >
        Download CSV
      </Button>
      {accepted > 0 ? (
        <Checkbox
          className={classes.check ?? ''}
          label={`Show ${accepted} accepted`}
          checked={search.accepted === true}
          onChange={({ currentTarget: { checked } }) => change({ accepted: checked || undefined })}
        />
      ) : null}
    </div>
  );
}

interface FilterSelectProps<V extends string> {
  label: string;
  /** The choice that hides nothing. */
  all: string;
  /** The values, and how many findings each shows. */
  counts: ReadonlyMap<V, number>;
  nameOf: (value: V) => string;
  /** Undefined: all. */
  value: V | undefined;
  onValue: (value: string | undefined) => void;
}

/** A choice of values with the number of findings of each. */
function FilterSelect<V extends string>({ label, all, counts, nameOf, value, onValue }: FilterSelectProps<V>) {
  const choices = [...counts]
    .map(([choice, count]) => ({ value: `=${choice}`, label: `${nameOf(choice)} (${count})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Select
      className={classes.rule ?? ''}
      size="xs"
      aria-label={label}
      // A value can be any text, such as the name of a person.
      data={[{ value: 'all', label: all }, ...choices]}
      value={value === undefined ? 'all' : `=${value}`}
      allowDeselect={false}
      onChange={(chosen) => onValue(chosen?.startsWith('=') ? chosen.slice(1) : undefined)}
      withScrollArea={false}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
    />
  );
}
