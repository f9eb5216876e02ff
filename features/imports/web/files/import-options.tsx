import { Checkbox, Radio, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { targetReleases } from '#features/releases/releases.policy.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { ImportOptions } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './import-file.module.css';

interface ImportOptionsFieldsProps {
  options: ImportOptions;
  /** False for external authors, who only have their drafts. */
  hasReleases: boolean;
  isDisabled: boolean;
  onChange: (change: Partial<ImportOptions>) => void;
}

const DRAFTS = 'drafts';

/** Options for all files of the dialog. */
export function ImportOptionsFields({ options, hasReleases, isDisabled, onChange }: ImportOptionsFieldsProps) {
  const releases = useQuery({ ...releasesQuery, enabled: hasReleases });
  const chosen = targetReleases(releases.data ?? []).filter(({ is_drafts }) => !is_drafts);
  return (
    <div className={classes.options}>
      <Radio.Group label="Code cells" value={options.code} onChange={(code) => onChange({ code: code === 'start' ? 'start' : 'answer' })}>
        <div className={classes.choices}>
          <Radio value="answer" label="Code is the answer" description="Learners start with an empty editor" disabled={isDisabled} />
          <Radio value="start" label="Code is the starting point" description="Learners start with the code" disabled={isDisabled} />
        </div>
      </Radio.Group>
      <Checkbox
        label="Run the code of earlier cells first"
        description="Each screen runs after the screens before it, without showing their output. SQL: only where a document changes tables"
        checked={options.earlierCode}
        disabled={isDisabled}
        onChange={(event) => onChange({ earlierCode: event.currentTarget.checked })}
      />
      {releases.isError ? <ErrorBanner text={failureText(releases.error, MESSAGES.releasesFailed)} /> : null}
      {hasReleases ? (
        <Select
          label="Release"
          searchable
          allowDeselect={false}
          disabled={isDisabled}
          data={[
            { value: DRAFTS, label: 'Drafts' },
            ...chosen.map(({ id, name, version_major }) => ({ value: String(id), label: `${name} (${version_major})` })),
          ]}
          value={options.releaseId === null ? DRAFTS : String(options.releaseId)}
          onChange={(value) => onChange({ releaseId: value === null || value === DRAFTS ? null : Number(value) })}
        />
      ) : null}
    </div>
  );
}
