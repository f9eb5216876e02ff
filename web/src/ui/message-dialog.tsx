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
  /** What was typed before and not saved. */
  initialMessage?: string;
  /** Told of every key, where the message is to outlive the dialog. */
  onMessage?: (message: string) => void;
  onSave: (message: string) => void;
  onClose: () => void;
}

/** A §2, Save with message. A §5: the message must not be empty. */
export function MessageDialog({ isOpen, title = 'Save with message', onClose, ...form }: MessageDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <MessageForm {...form} onClose={onClose} />
    </Modal>
  );
}

type MessageFormProps = Omit<MessageDialogProps, 'isOpen' | 'title'>;

function MessageForm({ isBusy = false, error = null, initialMessage = '', onMessage, onSave, onClose }: MessageFormProps) {
  const [message, setMessage] = useState(initialMessage);
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
          onChange={(event) => {
            setMessage(event.currentTarget.value);
            onMessage?.(event.currentTarget.value);
          }}
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
