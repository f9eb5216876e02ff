import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onSignedOut } from '#web/platform/signed-out.ts';
import { useIsPaletteWanted } from './palette-state.ts';
import { ShellCommands } from './shell-commands.tsx';

const Palette = lazy(() => import('./palette.tsx'));
const SignedOutDialog = lazy(() => import('#web/features/session/signed-out-dialog.tsx'));

/** What every page behind the sign-in has: the commands of the shell, the palette, and the way back in when the session ends. */
export function SignedIn() {
  const isPaletteWanted = useIsPaletteWanted();
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setSignedOut(true)), []);
  return (
    <>
      <ShellCommands />
      <Outlet />
      <Suspense fallback={null}>
        {isSignedOut ? <SignedOutDialog onClose={() => setSignedOut(false)} /> : null}
        {isPaletteWanted ? <Palette /> : null}
      </Suspense>
    </>
  );
}
