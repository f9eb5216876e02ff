import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { inboxState } from '#web/features/notifications/inbox-state.ts';
import { onSignedOut } from '#web/platform/signed-out.ts';
import { useStore } from '#web/platform/use-store.ts';
import { useOnDemand } from '#web/ui/use-on-demand.ts';
import { useIsPaletteOpen } from './palette-state.ts';
import { ShellCommands } from './shell-commands.tsx';

const loadPalette = () => import('./palette.tsx');
const loadInbox = () => import('#web/features/notifications/inbox-panel.tsx');
const loadSignedOutDialog = () => import('#web/features/session/signed-out-dialog.tsx');

/** Wraps every signed-in page: shell commands, the notifications, the palette, and the log-in dialog for when the session ends. */
export function SignedIn() {
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setSignedOut(true)), []);
  const renderPalette = useOnDemand(loadPalette, useIsPaletteOpen());
  const renderInbox = useOnDemand(loadInbox, useStore(inboxState));
  const renderSignedOut = useOnDemand(loadSignedOutDialog, isSignedOut);
  return (
    <>
      <ShellCommands />
      <Outlet />
      {isSignedOut ? renderSignedOut?.({ onClose: () => setSignedOut(false) }) : null}
      {renderInbox?.({})}
      {renderPalette?.({})}
    </>
  );
}
