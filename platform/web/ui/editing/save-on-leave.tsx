import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useStore } from '../../use-store.ts';
import { ErrorBanner } from '../banner.tsx';
import { Dialog } from '../dialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import type { UnsavedParts } from './unsaved-parts.ts';
import { failureOf, retryLabel } from './use-page-save.tsx';

/**
 * Saves everything on a page that is left, and asks only where a save is refused. Changing only search parameters does not count as
 * leaving.
 */
export function SaveOnLeave({ parts }: { parts: UnsavedParts }) {
  const { state, failed, saved } = useStore(parts);
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await saveBeforeLeaving(parts)),
    enableBeforeUnload: () => parts.state().failed.length > 0,
    withResolver: true,
  });
  const isOpen = blocker.status === 'blocked';
  const isInConflict = failed.some((part) => part.isInConflict);
  useReturnFocus(isOpen);

  async function retry() {
    // The author decides on the page.
    if (isInConflict) blocker.reset?.();
    if (await parts.retry()) blocker.proceed?.();
  }
  return (
    <Dialog opened={isOpen} onClose={() => blocker.reset?.()} title="Not everything is saved">
      <Stack>
        <ErrorBanner text={failed.length > 0 ? failureOf({ failed, saved }) : null} />
        <Text size="sm">Your changes are kept in this browser. If you leave, you can restore them when you come back.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button loading={state === 'saving'} onClick={() => void retry()}>
            {retryLabel(failed)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** True: nothing is left unsaved. What is typed while the first save runs is saved by the second. */
async function saveBeforeLeaving(parts: UnsavedParts): Promise<boolean> {
  for (let attempt = 0; attempt < 2 && parts.state().isDirty; attempt += 1) {
    if (!(await parts.saveAll({ isAutomatic: true }))) return false;
  }
  return !parts.state().isDirty;
}
