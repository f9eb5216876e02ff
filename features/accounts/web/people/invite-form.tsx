import { Button, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldErrors } from '#platform/web/error-text.ts';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './invited-people.module.css';

interface InviteFormProps {
  /** Accessible name of the form: `Add external author`. */
  label: string;
  isBusy: boolean;
  error: Error | null;
  /** `onDone` is called when the person was added. */
  onAdd: (email: string, onDone: () => void) => void;
}

/** The button is disabled while the email is empty. */
export function InviteForm({ label, isBusy, error, onAdd }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const form = useFocusFirstError(error);
  return (
    <form
      ref={form}
      className={layout.wrapFields}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '' && !isBusy) onAdd(email.trim(), () => setEmail(''));
      }}
    >
      <TextInput
        className={classes.email ?? ''}
        aria-label="Email"
        placeholder="Email"
        type="email"
        autoComplete="off"
        value={email}
        error={fieldErrors(error)['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconUserPlus size={16} aria-hidden />} disabled={email.trim() === ''} loading={isBusy}>
        Add
      </Button>
    </form>
  );
}
