import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { saveAsFile } from '#platform/web/download.ts';
import { isPreflightRule, PREFLIGHT_RULES, SEVERITIES } from '../contract/preflight-rules.ts';
import type { Preflight } from '../contract/preflight.ts';
import { findingsCsv } from '../rules/findings-csv.ts';
import { countChoices, filterFindings } from './filter-findings.ts';
import { SEVERITY_ICONS, severityCount } from './finding-counts.tsx';
import { MESSAGES } from './messages.ts';
import type { PreflightSearch } from './preflight-search.ts';
import classes from './preflight.module.css';

interface FindingsToolbarProps {
  preflight: Preflight;
  search: PreflightSearch;
  onSearch: (search: PreflightSearch) => void;
}

const ALL_RULES = 'all';

/** The filters: severity, rule, accepted ones. */
export function FindingsToolbar({ preflight, search, onSearch }: FindingsToolbarProps) {
  const { severities, rules } = countChoices(preflight, search);
  const lessons = useQuery(lessonsQuery);
  const found = filterFindings(preflight, search);
  const accepted = preflight.findings.filter((finding) => finding.accepted !== null).length;
  const { severity: chosen, rule: chosenRule, ...others } = search;
  const choices = [...rules]
    .map(([rule, count]) => ({ value: rule, label: `${PREFLIGHT_RULES[rule].title} (${count})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <div className={classes.toolbar} role="group" aria-label="Filters">
      {SEVERITIES.map((severity) => {
        const Icon = SEVERITY_ICONS[severity];
        const isChosen = chosen === severity;
        return (
          <Button
            key={severity}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => onSearch({ ...others, ...(chosenRule && { rule: chosenRule }), ...(isChosen ? {} : { severity }) })}
          >
            {severityCount(severity, severities[severity])}
          </Button>
        );
      })}
      <Select
        className={classes.rule ?? ''}
        size="xs"
        aria-label="Rule"
        data={[{ value: ALL_RULES, label: 'All rules' }, ...choices]}
        value={chosenRule ?? ALL_RULES}
        allowDeselect={false}
        onChange={(rule) => onSearch({ ...others, ...(chosen && { severity: chosen }), ...(rule && isPreflightRule(rule) && { rule }) })}
        withScrollArea={false}
        styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={found.length === 0}
        title={MESSAGES.csvHint}
        onClick={() => {
          const authors = new Map((lessons.data ?? []).map(({ id, author }) => [id, author]));
          saveAsFile(new Blob(['\uFEFF', findingsCsv(found, authors)], { type: 'text/csv;charset=utf-8' }), 'findings.csv');
        }}
      >
        Download CSV
      </Button>
      {accepted > 0 ? (
        <Checkbox
          className={classes.check ?? ''}
          label={`Show ${accepted} accepted`}
          checked={search.accepted === true}
          onChange={({ currentTarget: { checked } }) => {
            const { accepted: _accepted, ...rest } = search;
            onSearch(checked ? { ...rest, accepted: true } : rest);
          }}
        />
      ) : null}
    </div>
  );
}
