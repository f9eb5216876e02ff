import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';
import { ReleaseSelect } from './release-select.tsx';

interface CopyDialogProps {
  /** Title: `Copy course 12 to another release`. */
  title: string;
  /** The current release. */
  release: { id: number; name: string };
  isBusy: boolean;
  error: string | null;
  onCopy: (releaseId: number) => void;
  onClose: () => void;
}

/** Copies a version into another release, which must be selected. Open while rendered. */
export function CopyDialog({ title, release, isBusy, error, onCopy, onClose }: CopyDialogProps) {
  useReturnFocus(true);
  const [chosen, setChosen] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<object | null>(null);
  const form = useFocusFirstError(refusal);
  return (
    <Dialog opened onClose={onClose} title={title} closeOnEscape={!isBusy} closeOnClickOutside={!isBusy}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === null) setRefusal({});
          else if (!isBusy) onCopy(chosen);
        }}
      >
        <Stack>
          <ErrorBanner text={error} />
          <Text size="sm">
            The original stays in <b>{release.name}</b>.
          </Text>
          <ReleaseSelect
            isFirst
            value={chosen}
            onChange={setChosen}
            except={release.id}
            error={refusal && chosen === null ? MESSAGES.releaseMissing : null}
            isDisabled={isBusy}
          />
          <DialogButtons submitLabel="Copy" isBusy={isBusy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
