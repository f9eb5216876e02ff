import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { ErrorBanner } from './banner.tsx';

interface MessageDialogProps {
  isOpen: boolean;
  title?: string;
  isBusy?: boolean;
  /** Why the save failed; the dialog stays open and keeps the message. */
  error?: string | null;
  onSave: (message: string) => void;
  onClose: () => void;
}

/** A §2, Save with message. A §5: the message must not be empty. */
export function MessageDialog({ isOpen, title = 'Save with message', isBusy = false, error = null, onSave, onClose }: MessageDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <MessageForm isBusy={isBusy} error={error} onSave={onSave} onClose={onClose} />
    </Modal>
  );
}

function MessageForm({ isBusy, error, onSave, onClose }: Required<Pick<MessageDialogProps, 'isBusy' | 'error' | 'onSave' | 'onClose'>>) {
  const [message, setMessage] = useState('');
  const isEmpty = message.trim() === '';
  const save = () => {
    if (!isEmpty && !isBusy) onSave(message.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <ErrorBanner text={error} />
        <Textarea
          label="Message"
          description="What was changed and why, for the history"
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LIMITS.messageMax}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty} loading={isBusy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
