import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { MessageInput } from './message-input.tsx';
import type { PeopleQuery } from './people.ts';
import { SUBMIT_KEYS } from './submit-keys.tsx';
import classes from '../comments.module.css';

interface MessageFormProps {
  /** The accessible name of its text. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  people: PeopleQuery | null;
  isSaving: boolean;
  /** Why it wasn't sent last; null: it was, or wasn't tried. */
  error: { readonly failure: Error; readonly message: string } | null;
  sendLabel: string;
  canSend: boolean;
  onSend: () => void;
  onCancel: () => void;
  /** What else can be written. */
  children?: ReactNode;
}

/** Writes into a thread that exists: a reply, or another text for a message. */
export function MessageForm(props: MessageFormProps) {
  const { label, placeholder, text, onText, people, isSaving, error, sendLabel, canSend, onSend, onCancel, children } = props;
  return (
    <form
      className={classes.threadForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <MessageInput
        people={people}
        aria-label={label}
        placeholder={placeholder}
        autoFocus
        value={text}
        disabled={isSaving}
        onText={onText}
        sendLabel={sendLabel}
        canSend={canSend}
        onSend={onSend}
      />
      {children}
      <ErrorBanner text={error && errorText(error.failure, error.message)} />
      <Group gap="xs">
        <Button type="submit" size="compact-sm" disabled={!canSend} loading={isSaving} title={shortcutLabel(SUBMIT_KEYS)}>
          {sendLabel}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
