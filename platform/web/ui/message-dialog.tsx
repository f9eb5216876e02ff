import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { Banner, ErrorBanner } from './banner.tsx';
import { Dialog } from './dialog.tsx';

interface MessageDialogProps {
  isOpen: boolean;
  title?: string;
  isBusy?: boolean;
  /** False: there are no unsaved changes for the message to describe. */
  hasEdits?: boolean;
  /** What the save leaves out. */
  warning?: string | null;
  /** Why the save failed; the dialog stays open and keeps the message. */
  error?: string | null;
  onSave: (message: string) => void;
  onClose: () => void;
}

/** Saves with a message, which must not be empty. */
export function MessageDialog({
  isOpen,
  title = 'Save with message',
  isBusy = false,
  hasEdits = true,
  onSave,
  ...form
}: MessageDialogProps) {
  const [message, setMessage] = useState('');
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setMessage('');
  }
  const canSave = message.trim() !== '' && hasEdits && !isBusy;
  const save = () => {
    if (canSave) onSave(message.trim());
  };
  useKeysAhead(isOpen, (key) => setMessage(message + key), save);
  return (
    <Dialog opened={isOpen} onClose={form.onClose} title={title}>
      <MessageForm {...form} message={message} isBusy={isBusy} hasEdits={hasEdits} canSave={canSave} onMessage={setMessage} save={save} />
    </Dialog>
  );
}

const isSaveKey = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

/** Keys typed before the dialog has the focus belong to it; otherwise they would end up in the edited text, or run its code. */
function useKeysAhead(isOpen: boolean, onKey: (key: string) => void, onSave: () => void): void {
  const take = useEffectEvent(onKey);
  const save = useEffectEvent(onSave);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    function catchKey(event: KeyboardEvent) {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (isInDialog || event.key === 'Escape' || event.key === 'Tab') return;
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      if (isShortcut && !isSaveKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isShortcut) save();
      else if (event.key.length === 1) take(event.key);
    }
    globalThis.addEventListener('keydown', catchKey, { capture: true });
    return () => globalThis.removeEventListener('keydown', catchKey, { capture: true });
  }, [isOpen]);
}

interface MessageFormProps extends Pick<MessageDialogProps, 'warning' | 'error' | 'onClose'> {
  message: string;
  isBusy: boolean;
  hasEdits: boolean;
  canSave: boolean;
  onMessage: (message: string) => void;
  save: () => void;
}

function MessageForm(props: MessageFormProps) {
  const { message, isBusy, hasEdits, canSave, warning = null, error = null, onMessage, save, onClose } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <ErrorBanner text={error} />
        {warning === null ? null : <Banner kind="warning">{warning}</Banner>}
        <Textarea
          label="Message"
          description="What changed and why. Shown in the history."
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LIMITS.messageMax}
          value={message}
          onChange={(event) => onMessage(event.currentTarget.value)}
          // Keys typed ahead are already in it: put the cursor after them.
          onFocus={({ currentTarget: { value }, currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
          onKeyDown={(event) => {
            if (isSaveKey(event)) save();
          }}
        />
        {hasEdits || isBusy ? null : (
          <Text size="sm" c="dimmed" role="status">
            There are no unsaved changes on this page.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canSave && !isBusy} loading={isBusy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
