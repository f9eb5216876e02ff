import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldErrors } from '#platform/web/error-text.ts';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import type { StaffRole } from '../../contract/staff.ts';
import { ROLE_NAMES } from '../../people.policy.ts';
import type { NewPerson } from './api.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

interface InviteFormProps {
  /** Accessible name of the form: `Add external author`. */
  label: string;
  isBusy: boolean;
  error: Error | null;
  /** The roles to choose from; empty: there is no choice. */
  roles: readonly StaffRole[];
  /** `onDone` is called when the person was added. */
  onAdd: (person: NewPerson, onDone: () => void) => void;
}

/** The button is disabled while the email is empty. */
export function InviteForm({ label, isBusy, error, roles, onAdd }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<StaffRole | null>(null);
  const role = chosen ?? (roles.includes('staff') ? 'staff' : roles[0]);
  const form = useFocusFirstError(error);
  return (
    <form
      ref={form}
      className={layout.wrapFields}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '' && !isBusy) onAdd({ email: email.trim(), ...(role === undefined ? {} : { role }) }, () => setEmail(''));
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
      {role === undefined ? null : (
        <NativeSelect
          aria-label="Role"
          data={roles.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          value={role}
          onChange={(event) => setChosen(roles.find((each) => each === event.currentTarget.value) ?? null)}
        />
      )}
      <Button type="submit" leftSection={<IconUserPlus size={16} aria-hidden />} disabled={email.trim() === ''} loading={isBusy}>
        Add
      </Button>
    </form>
  );
}
