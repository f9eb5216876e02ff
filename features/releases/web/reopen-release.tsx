import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import { REOPEN_MESSAGES as MESSAGES } from './messages.ts';

/** Reopens a release that a merge has closed. For staff. */
export function ReopenRelease({ releaseId, size = 'xs' }: { releaseId: number; size?: 'xs' | 'sm' | 'compact-sm' }) {
  const reopen = useMutation({
    mutationFn: () => api.reopenRelease({ params: { id: releaseId } }),
    onSuccess: ({ name }) => showResult(MESSAGES.reopened(name)),
  });
  return (
    <>
      {reopen.isError ? (
        <Text size="sm" role="alert">
          {errorText(reopen.error, MESSAGES.failed)}
        </Text>
      ) : null}
      <Button size={size} variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
        Reopen
      </Button>
    </>
  );
}
