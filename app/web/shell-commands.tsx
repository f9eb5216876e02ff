import { useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconFileSearch,
  IconGitBranch,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconSearch,
  IconShieldCheck,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { COLOR_SCHEMES } from '#features/accounts/web/session/color-schemes.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { useSignOut } from '#features/accounts/web/session/sign-out.ts';
import { inboxState } from '#features/notifications/web/inbox-state.ts';
import { canCall } from '#platform/contract/roles.ts';
import { useCommands, type Command } from '#platform/web/commands.ts';
import { navigationFor } from './navigation.ts';
import { openPalette, PALETTE_SHORTCUT, SEARCH_SHORTCUT } from './palette-state.ts';

/** The ids of the commands with a shortcut that are available on every page. */
export const EVERYWHERE: ReadonlySet<string> = new Set(['palette', 'search', 'shortcuts', 'help-beside']);

/** Declares the commands that are available on every page. `onShortcuts` shows the shortcuts, `onHelp` the guide beside the page or not. */
export function ShellCommands({ onShortcuts, onHelp }: { onShortcuts: () => void; onHelp: () => void }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const places: Command[] = navigationFor(user).map((entry) => ({
    id: `go-to:${entry.to}`,
    label: entry.label,
    group: 'Go to',
    run: () => navigate({ to: entry.to }),
  }));
  const themes: Command[] = COLOR_SCHEMES.map(({ value, label, icon }) => ({
    id: `theme:${value}`,
    label: `Theme: ${label.toLowerCase()}`,
    group: 'Settings',
    keywords: 'colour color mode',
    icon,
    enabled: colorScheme !== value,
    run: () => setColorScheme(value),
  }));
  const addRelease: Command = {
    id: 'releases:add',
    label: 'Add release',
    group: 'Actions',
    keywords: 'branch import zip',
    icon: IconGitBranch,
    run: () => navigate({ to: '/releases', search: { add: true } }),
  };
  const rules: Command = {
    id: 'go-to:/rules',
    label: 'Rules',
    group: 'Go to',
    keywords: 'policies second factor approvals preflight tests token expiry',
    icon: IconShieldCheck,
    run: () => navigate({ to: '/rules' }),
  };
  const bulkEdits: Command = {
    id: 'go-to:/bulk-edits',
    label: 'Bulk edits',
    group: 'Go to',
    keywords: 'undo replace many lessons operations',
    run: () => navigate({ to: '/bulk-edits' }),
  };
  const watching: Command[] = [
    {
      id: 'go-to:/library',
      label: 'Library report',
      group: 'Go to',
      keywords: 'quality findings tests comments coverage csv',
      run: () => navigate({ to: '/library' }),
    },
    {
      id: 'go-to:/work',
      label: 'My work',
      group: 'Go to',
      keywords: 'assigned to me waiting late due reviews home',
      run: () => navigate({ to: '/work' }),
    },
    { id: 'go-to:/audit', label: 'Audit trail', group: 'Go to', keywords: 'who did what', run: () => navigate({ to: '/audit' }) },
    { id: 'go-to:/debug', label: 'Debug', group: 'Go to', keywords: 'state health queues errors', run: () => navigate({ to: '/debug' }) },
  ];
  useCommands([
    { id: 'palette', label: 'Search and commands', group: 'Actions', shortcut: PALETTE_SHORTCUT, icon: IconSearch, run: openPalette },
    {
      id: 'search',
      label: 'Search content',
      group: 'Go to',
      shortcut: SEARCH_SHORTCUT,
      keywords: 'find text code questions comments files',
      icon: IconFileSearch,
      run: () => navigate({ to: '/search', search: selectedText() }),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Actions',
      shortcut: '?',
      keywords: 'keys help',
      icon: IconKeyboard,
      run: onShortcuts,
    },
    {
      id: 'help-beside',
      label: 'Help beside this page',
      group: 'Actions',
      shortcut: 'F1',
      keywords: 'guide documentation how to',
      icon: IconHelp,
      run: onHelp,
    },
    {
      id: 'notifications',
      label: 'Notifications',
      group: 'Actions',
      keywords: 'inbox unread mentions replies',
      icon: IconBell,
      run: inboxState.open,
    },
    ...places,
    ...(user.external ? [] : [addRelease, bulkEdits]),
    ...(canCall('people', user) ? watching : []),
    ...(user.role === 'owner' ? [rules] : []),
    {
      id: 'go-to:/trash',
      label: 'Trash',
      group: 'Go to',
      keywords: 'deleted restore undo',
      icon: IconTrash,
      run: () => navigate({ to: '/trash' }),
    },
    {
      id: 'go-to:/help',
      label: 'Help',
      group: 'Go to',
      keywords: 'guide documentation manual how to',
      icon: IconHelp,
      run: () => navigate({ to: '/help' }),
    },
    { id: 'go-to:/account', label: 'Account and tokens', group: 'Go to', icon: IconUser, run: () => navigate({ to: '/account' }) },
    ...themes,
    { id: 'sign-out', label: 'Sign out', group: 'Actions', icon: IconLogout, run: signOut },
  ]);
  return null;
}

/** The longest selection that is searched for. */
const SELECTION_MAX = 200;

/** What is selected on the page is what people look for, if it is a few words. */
function selectedText(): { q?: string } {
  const text = getSelection()?.toString().trim() ?? '';
  return text === '' || text.length > SELECTION_MAX || text.includes('\n') ? {} : { q: text };
}
