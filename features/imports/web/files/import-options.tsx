import { Checkbox, Radio, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { targetReleases } from '#features/releases/releases.policy.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { ScreenStructure } from '../../contract/import-file.ts';
import type { ImportOptions } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from '../imports.module.css';

interface ImportOptionsFieldsProps {
  options: ImportOptions;
  /** Packages that the code imports and that runs don't have; empty if lessons can't get them. */
  packages: readonly string[];
  /** False for external authors, who only have their drafts. */
  hasReleases: boolean;
  isDisabled: boolean;
  onChange: (change: Partial<ImportOptions>) => void;
}

const DRAFTS = 'drafts';
const SUITED = 'suited';
const STRUCTURES: readonly ScreenStructure[] = ['cell', 'heading', 'exercise'];

/** Options for all files of the dialog. */
export function ImportOptionsFields({ options, packages, hasReleases, isDisabled, onChange }: ImportOptionsFieldsProps) {
  const releases = useQuery({ ...releasesQuery, enabled: hasReleases });
  const chosen = targetReleases(releases.data ?? []).filter(({ is_drafts }) => !is_drafts);
  return (
    <div className={classes.options}>
      <Select
        label="Screens"
        description={MESSAGES.structureHint}
        allowDeselect={false}
        disabled={isDisabled}
        data={[
          { value: SUITED, label: 'What suits the document' },
          { value: 'heading', label: 'One for each heading' },
          { value: 'cell', label: 'One for each code cell' },
          { value: 'exercise', label: 'One for each exercise' },
        ]}
        value={options.structure ?? SUITED}
        onChange={(value) => onChange({ structure: STRUCTURES.find((each) => each === value) ?? null })}
      />
      <Radio.Group
        label="Code in the text"
        description="Exercises keep the code that they start with"
        value={options.code}
        onChange={(code) => onChange({ code: code === 'start' ? 'start' : 'answer' })}
      >
        <div className={classes.choices}>
          <Radio value="start" label="Learners read and run it" description="It is in their editor" disabled={isDisabled} />
          <Radio
            value="answer"
            label="Learners write it"
            description="Their editor is empty; the code is the answer"
            disabled={isDisabled}
          />
        </div>
      </Radio.Group>
      {packages.length === 0 ? null : (
        <Checkbox
          label="Add the packages that the code imports"
          description={packages.join(', ')}
          checked={options.packages}
          disabled={isDisabled}
          onChange={(event) => onChange({ packages: event.currentTarget.checked })}
        />
      )}
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
