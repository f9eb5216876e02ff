import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { MESSAGES } from './messages.ts';
import classes from '../accounts.module.css';

/** Changes the user's password. `email` is for the browser's password manager. */
export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const change = useMutation({
    mutationFn: () => api.changePassword({ body: { current_password: current, new_password: chosen } }),
    onSuccess: () => {
      setCurrent('');
      setChosen('');
    },
  });
  const errors = fieldErrors(change.error);
  const form = useFocusFirstError(change.error);
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="Password"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (current !== '' && chosen !== '' && !change.isPending) change.mutate();
      }}
    >
      {change.isError && Object.keys(errors).length === 0 ? <ErrorBanner text={errorText(change.error, MESSAGES.passwordFailed)} /> : null}
      {change.isSuccess ? (
        <Banner kind="success" onClose={() => change.reset()}>
          {MESSAGES.passwordChanged}
        </Banner>
      ) : null}
      <input hidden readOnly autoComplete="username" value={email} />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={current}
        error={errors['current_password']}
        // Mantine sets aria-invalid on its other inputs only.
        aria-invalid={'current_password' in errors}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description={`At least ${LIMITS.passwordMin} characters`}
        autoComplete="new-password"
        value={chosen}
        error={errors['new_password']}
        aria-invalid={'new_password' in errors}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" loading={change.isPending} disabled={current === '' || chosen === ''}>
          Change password
        </Button>
      </div>
    </form>
  );
}
