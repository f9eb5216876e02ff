import { TextInput } from '@mantine/core';
import { LIMITS } from '#platform/contract/limits.ts';
import type { NewReleaseFields } from './use-new-release.ts';

interface NewReleaseInputsProps {
  fields: NewReleaseFields;
  /** `Name` unless set. */
  nameLabel?: string;
  branchHint: string;
  isDisabled: boolean;
  onBranchLeft?: () => void;
}

/** Name and branch name, shared by the tabs of Add Release. */
export function NewReleaseInputs({ fields, nameLabel = 'Name', branchHint, isDisabled, onBranchLeft }: NewReleaseInputsProps) {
  return (
    <>
      <TextInput
        label={nameLabel}
        data-autofocus
        autoComplete="off"
        maxLength={LIMITS.titleMax}
        disabled={isDisabled}
        error={fields.errors.name}
        value={fields.name}
        onChange={(event) => fields.setName(event.currentTarget.value)}
      />
      <TextInput
        label="Branch name"
        description={branchHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        disabled={isDisabled}
        error={fields.errors.branch}
        value={fields.branch}
        onChange={(event) => fields.setBranch(event.currentTarget.value.replace(/\s/g, '-'))}
        onBlur={onBranchLeft}
      />
    </>
  );
}
