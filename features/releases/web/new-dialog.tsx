import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';
import { ReleaseSelect } from './release-select.tsx';

/** The values of a new course, path or lesson. */
export interface NewThing {
  sequence: number;
  name: string;
  release_id: number | null;
}

interface NewDialogProps {
  title: string;
  /** `Course Name`. */
  nameLabel: string;
  submitLabel: string;
  /** The proposed number. */
  suggested?: number;
  /** Also choose a release; without one it goes to the user's drafts. */
  hasRelease?: boolean;
  isBusy: boolean;
  /** Why it failed; the input is kept. */
  error: string | null;
  onCreate: (thing: NewThing) => void;
  onClose: () => void;
}

/** A new course, path or lesson. Number (at least 0) and name are required. Open while rendered. */
export function NewDialog(props: NewDialogProps) {
  useReturnFocus(true);
  const { title, nameLabel, submitLabel, suggested, hasRelease = false, isBusy, error, onCreate, onClose } = props;
  const [number, setNumber] = useState(suggested === undefined ? '' : String(suggested));
  const [name, setName] = useState('');
  const [releaseId, setReleaseId] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<object | null>(null);
  const form = useFocusFirstError(refusal);
  const isReady = number !== '' && name.trim() !== '';
  return (
    <Dialog opened onClose={onClose} title={title} closeOnEscape={!isBusy} closeOnClickOutside={!isBusy}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          // Inside another form, that form would be submitted too.
          event.stopPropagation();
          if (!isReady) setRefusal({});
          else if (!isBusy) onCreate({ sequence: Number(number), name: name.trim(), release_id: releaseId });
        }}
      >
        <Stack>
          <ErrorBanner text={error} />
          <TextInput
            label="Number"
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={String(LIMITS.sequenceMax).length - 1}
            disabled={isBusy}
            error={refusal && number === '' ? MESSAGES.numberMissing : null}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <TextInput
            label={nameLabel}
            required
            autoComplete="off"
            maxLength={LIMITS.titleMax}
            disabled={isBusy}
            error={refusal && name.trim() === '' ? MESSAGES.nameMissing : null}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {hasRelease ? (
            <ReleaseSelect
              value={releaseId}
              onChange={setReleaseId}
              placeholder="Drafts"
              description="Leave empty to create it in your drafts."
              error={null}
              isDisabled={isBusy}
            />
          ) : null}
          <DialogButtons submitLabel={submitLabel} isBusy={isBusy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
