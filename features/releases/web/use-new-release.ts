import { useState } from 'react';
import { fieldErrors } from '#platform/web/error-text.ts';
import { parseLessonNumbers } from '#platform/web/ui/number-list.ts';
import type { Release } from '../contract/releases.ts';
import { suggestBranchName } from './branch-name.ts';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';

export interface NewReleaseFields {
  name: string;
  branch: string;
  setName: (name: string) => void;
  setBranch: (branch: string) => void;
  /** Errors by field, from the form or the server. */
  errors: { name?: string; branch?: string };
  /** Validates the fields; true: they may be sent. */
  check: () => boolean;
}

/** Name and branch name of a new release. With `isSuggested`, the branch name follows the name until it is edited. */
export function useNewRelease(
  releases: readonly Release[],
  { isSuggested, error }: { isSuggested: boolean; error: unknown },
): NewReleaseFields {
  const [name, setName] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const suggestion = isSuggested
    ? suggestBranchName(
        name,
        releases.map((release) => release.version_major),
      )
    : '';
  const branch = edited ?? suggestion;
  const server = fieldErrors(error);
  const nameError = isChecked && name.trim() === '' ? MESSAGES.nameEmpty : (server['name'] ?? server['releaseName']);
  const branchError = isChecked && branch.trim() === '' ? MESSAGES.branchEmpty : (server['version_major'] ?? server['branchName']);
  return {
    name,
    branch,
    setName,
    setBranch: setEdited,
    errors: { ...(nameError === undefined ? {} : { name: nameError }), ...(branchError === undefined ? {} : { branch: branchError }) },
    check: () => {
      setChecked(true);
      return name.trim() !== '' && branch.trim() !== '';
    },
  };
}

/**
 * The fields in a request.
 *
 * @param listed Lesson numbers, as entered. With none, the server decides which lessons are imported.
 */
export function releaseBody(
  { name, branch }: Pick<NewReleaseFields, 'name' | 'branch'>,
  listed: string,
): { name: string; version_major: string; lessons?: number[] } {
  const lessons = parseLessonNumbers(listed);
  return { name: name.trim(), version_major: branch.trim(), ...(lessons.length > 0 ? { lessons } : {}) };
}
