import { Button, Group } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { listNumbers } from '#platform/web/ui/number-list.ts';
import { MESSAGES } from './messages.ts';
import { compareWithBranch } from './partial-failure.ts';

interface BranchCheckProps {
  branch: string;
  /** The requested numbers; empty: every lesson. */
  asked: readonly number[];
  isDisabled: boolean;
}

/** Lists what a branch on the code host contains before anything is imported, and which requested numbers it lacks. */
export function BranchCheck({ branch, asked, isDisabled }: BranchCheckProps) {
  const look = useMutation({ mutationFn: (name: string) => api.listBranchLessons({ body: { version_major: name } }) });
  // The result belongs to the branch that was checked, not to what the field contains now.
  const isCurrent = look.variables === branch;
  return (
    <>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListSearch size={15} aria-hidden />}
          loading={look.isPending}
          disabled={branch === '' || isDisabled}
          onClick={() => look.mutate(branch)}
        >
          Check branch
        </Button>
      </Group>
      {look.isError && isCurrent ? <ErrorBanner text={failureText(look.error, MESSAGES.validateFailed)} /> : null}
      {look.data && isCurrent ? <Finding branch={branch} asked={asked} found={look.data} /> : null}
    </>
  );
}

function Finding({ branch, asked, found }: { branch: string; asked: readonly number[]; found: readonly { sequence: number }[] }) {
  const { missing, found: foundCount } = compareWithBranch(asked, found);
  const count = counted(found.length, 'lesson');
  if (missing.length === 0) {
    return (
      <Banner kind="info">
        {branch} has {count}
        {asked.length === 0 ? '.' : ', including all you listed.'}
      </Banner>
    );
  }
  return (
    <Banner kind="warning">
      {branch} has {count}, including {foundCount} of the {asked.length} you listed. Not found: {listNumbers(missing)}.
    </Banner>
  );
}
