import { Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InvitedUser } from '#features/accounts/contract/invitations.ts';
import { externalAuthorsQuery } from '#features/accounts/web/people/api.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { Release } from '../contract/releases.ts';
import { targetReleases } from '../releases.policy.ts';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';
import { releasesQuery } from './queries.ts';

interface ReleaseSelectProps {
  /** Id of the selected release. */
  value: number | null;
  onChange: (id: number | null) => void;
  /** A release to leave out: the current one. */
  except?: number | undefined;
  placeholder?: string;
  description?: string;
  /** Shown if the releases can't be loaded. */
  failed?: string;
  error: string | null;
  isDisabled: boolean;
  /** Whether it is focused when its dialog opens. */
  isFirst?: boolean;
}

/** Begins the value of an author who has no drafts yet: they are created when they are chosen. */
const AUTHOR = 'author:';

/** A dialog would clip the list, so it is rendered in the page's main landmark. */
const PORTAL_PROPS = { target: '#content' };

/** Selects a release that lessons can be put into. */
export function ReleaseSelect(props: ReleaseSelectProps) {
  const { value, onChange, except, placeholder = 'Choose a release', description, error, isDisabled, isFirst = false } = props;
  const { failed = MESSAGES.releasesFailed } = props;
  const releases = useQuery(releasesQuery);
  const authors = useQuery(externalAuthorsQuery);
  const drafts = useMutation({
    mutationFn: (user_id: number) => api.createDrafts({ body: { user_id } }),
    onSuccess: ({ id }) => onChange(id),
  });
  const offered = releases.data && targetReleases(releases.data, except);
  const options = offered && [
    ...offered.map(({ id, name, version_major }) => ({ value: String(id), label: `${name} (${version_major})` })),
    ...withoutDrafts(authors.data ?? [], releases.data ?? []).map(({ id, name, email }) => ({
      value: `${AUTHOR}${id}`,
      label: `Drafts – ${name ?? email} (new)`,
    })),
  ];
  return (
    <>
      {drafts.isError ? <ErrorBanner text={failureText(drafts.error, MESSAGES.draftsFailed)} /> : null}
      {releases.isError ? <ErrorBanner text={failureText(releases.error, failed)} /> : null}
      <Select
        label="Release"
        description={description}
        placeholder={releases.isPending ? 'Loading…' : placeholder}
        data-autofocus={isFirst || undefined}
        searchable
        // It is often focused when its dialog opens and would cover the rest.
        openOnFocus={false}
        comboboxProps={{ withinPortal: true, portalProps: PORTAL_PROPS }}
        clearable={description !== undefined}
        clearButtonProps={{ 'aria-label': 'Clear release' }}
        // Not disabled while it loads: it would lose the focus that its dialog gives it.
        disabled={isDisabled || drafts.isPending}
        nothingFoundMessage={options === undefined ? 'Loading…' : options.length === 0 ? MESSAGES.noReleases : 'No releases match.'}
        error={error}
        data={options ?? []}
        value={drafts.isPending ? `${AUTHOR}${drafts.variables}` : value === null ? null : String(value)}
        onChange={(chosen) => {
          if (chosen?.startsWith(AUTHOR)) drafts.mutate(Number(chosen.slice(AUTHOR.length)));
          else onChange(chosen === null ? null : Number(chosen));
        }}
      />
    </>
  );
}

function withoutDrafts(authors: readonly InvitedUser[], releases: readonly Release[]): InvitedUser[] {
  const owners = new Set(releases.map(({ drafts_of }) => drafts_of));
  return authors.filter(({ id }) => !owners.has(id));
}
