import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { setSignedOut } from '#platform/web/signed-out.ts';
import { currentUserQuery } from './current-user.ts';
import { openLoginPopup } from './login-popup.ts';
import { MESSAGES } from './messages.ts';

interface Login {
  /** Opens the popup. Must be called from a click, or the browser blocks it. */
  logIn: () => void;
  isOpen: boolean;
  error: string | null;
}

/** Signs in through the popup. Calls `onDone` when the new user is known. */
export function useLogin(onDone: () => void): Login {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const isSignedIn = () =>
    api.getUser().then(
      () => true,
      () => false,
    );

  const onSuccess = () => {
    setSignedOut(false);
    setOpen(false);
    void client.query({ ...currentUserQuery, staleTime: 0 }).then(onDone, () => setError(MESSAGES.failed));
  };

  const logIn = () => {
    stop.current?.();
    setError(null);
    setOpen(true);
    stop.current = openLoginPopup(
      {
        onSuccess,
        onFailure: (text) => {
          setOpen(false);
          setError(text);
        },
      },
      isSignedIn,
    );
  };

  return { logIn, isOpen, error };
}
