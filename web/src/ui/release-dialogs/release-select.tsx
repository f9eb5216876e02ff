import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#web/platform/error-text.ts';
import { releasesQuery } from '#web/platform/queries.ts';
import { ErrorBanner } from '../banner.tsx';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';

interface ReleaseSelectProps {
  /** The id of the chosen release. */
  value: number | null;
  onChange: (id: number | null) => void;
  /** A release that is not offered: where the thing is already. */
  except?: number;
  /** Stands in the empty field. */
  placeholder?: string;
  description?: string;
  error: string | null;
  isDisabled: boolean;
  /** True: it has the focus when its dialog opens. */
  isFirst?: boolean;
}

/** The choice of a release that can be changed: main is changed by merging alone. */
export function ReleaseSelect(props: ReleaseSelectProps) {
  const { value, onChange, except, placeholder = 'Choose a release', description, error, isDisabled, isFirst = false } = props;
  const releases = useQuery(releasesQuery);
  const offered = releases.data?.filter((release) => !release.is_main && release.id !== except);
  return (
    <>
      {releases.isError ? <ErrorBanner text={failureText(releases.error, MESSAGES.releasesFailed)} /> : null}
      <Select
        label="Release"
        description={description}
        placeholder={releases.isPending ? 'Loading…' : placeholder}
        data-autofocus={isFirst || undefined}
        searchable
        // It often has the focus as its dialog opens, and would cover what else stands there; nor may the dialog cut it off.
        openOnFocus={false}
        comboboxProps={{ floatingStrategy: 'fixed' }}
        clearable={description !== undefined}
        clearButtonProps={{ 'aria-label': 'Clear release' }}
        disabled={isDisabled || !offered}
        nothingFoundMessage={offered?.length === 0 ? MESSAGES.noReleases : 'No releases match.'}
        error={error}
        data={offered?.map(({ id, name, version_major }) => ({ value: String(id), label: `${name} (${version_major})` })) ?? []}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
    </>
  );
}
