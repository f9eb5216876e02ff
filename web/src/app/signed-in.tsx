import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onSignedOut } from '#web/platform/signed-out.ts';
import { useOnDemand } from '#web/ui/use-on-demand.ts';
import { useIsPaletteOpen } from './palette-state.ts';
import { ShellCommands } from './shell-commands.tsx';

const loadPalette = () => import('./palette.tsx');
const loadSignedOutDialog = () => import('#web/features/session/signed-out-dialog.tsx');

/** What every page behind the sign-in has: the commands of the shell, the palette, and the way back in when the session ends. */
export function SignedIn() {
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setSignedOut(true)), []);
  const renderPalette = useOnDemand(loadPalette, useIsPaletteOpen());
  const renderSignedOut = useOnDemand(loadSignedOutDialog, isSignedOut);
  return (
    <>
      <ShellCommands />
      <Outlet />
      {isSignedOut ? renderSignedOut?.({ onClose: () => setSignedOut(false) }) : null}
      {renderPalette?.({})}
    </>
  );
}
