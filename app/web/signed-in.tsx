import { useWindowEvent } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useReadLinked } from '#features/notifications/web/api.ts';
import { inboxState } from '#features/notifications/web/inbox-state.ts';
import { onSignedOut } from '#platform/web/signed-out.ts';
import { useOnDemand } from '#platform/web/ui/use-on-demand.ts';
import { useStore } from '#platform/web/use-store.ts';
import { useIsPaletteOpen } from './palette-state.ts';
import { QuietNote } from './quiet-note.tsx';
import { ShellCommands } from './shell-commands.tsx';

const loadPalette = () => import('./palette.tsx');
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const loadInbox = () => import('#features/notifications/web/inbox-panel.tsx');
const loadHelp = () => import('./help-beside.tsx');
const loadSignedOutDialog = () => import('#features/accounts/web/session/signed-out-dialog.tsx');

/** Wraps every signed-in page: shell commands, the notifications, the palette, and the log-in dialog for when the session ends. */
export function SignedIn() {
  useReadLinked();
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setSignedOut(true)), []);
  // The palette may have to be loaded first. It is asked for with the first key of its shortcut, so that no letter goes to the page.
  useWindowEvent('keydown', ({ key }) => void ((key === 'Control' || key === 'Meta') && loadPalette().catch(() => undefined)));
  const renderPalette = useOnDemand(loadPalette, useIsPaletteOpen());
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const renderShortcuts = useOnDemand(loadShortcuts, areShortcutsOpen);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const renderHelp = useOnDemand(loadHelp, isHelpOpen);
  const renderInbox = useOnDemand(loadInbox, useStore(inboxState));
  const renderSignedOut = useOnDemand(loadSignedOutDialog, isSignedOut);
  return (
    <>
      <QuietNote />
      <ShellCommands onShortcuts={() => setShortcutsOpen(true)} onHelp={() => setHelpOpen((isOpen) => !isOpen)} />
      <Outlet />
      {isSignedOut ? renderSignedOut?.({ onClose: () => setSignedOut(false) }) : null}
      {isHelpOpen ? renderHelp?.({ onClose: () => setHelpOpen(false) }) : null}
      {renderInbox?.({})}
      {renderPalette?.({})}
      {renderShortcuts?.({ isOpen: areShortcutsOpen, onClose: () => setShortcutsOpen(false) })}
    </>
  );
}
