import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconFileSearch, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { UserMenu } from '#features/accounts/web/session/user-menu.tsx';
import { Bell } from '#features/notifications/web/bell.tsx';
import { WorkLink } from '#features/work/web/work-link.tsx';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { LinkIcon } from '#platform/web/ui/links.tsx';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import { navigationFor } from './navigation.ts';
import { openPalette, PALETTE_SHORTCUT, SEARCH_SHORTCUT } from './palette-state.ts';
import classes from './shell.module.css';

const loadNavigationMenu = () => import('./navigation-menu.tsx');

/** The header of every page except the screen editor: navigation by role, the palette and the signed-in user. */
export function Header() {
  const user = useCurrentUser();
  const entries = navigationFor(user);
  return (
    <header className={classes.header}>
      <span className={classes.burger}>
        <MenuOnDemand
          load={loadNavigationMenu}
          props={{ entries }}
          renderButton={(target) => (
            <ActionIcon {...target} aria-label="Navigation">
              <IconMenu2 size={18} aria-hidden />
            </ActionIcon>
          )}
        />
      </span>
      <Link to="/" className={classes.brand} aria-label="Lessonwright, lessons">
        <img src="/icon.svg" alt="" width={22} height={22} />
        <span>Lessonwright</span>
      </Link>
      <nav className={classes.nav} aria-label="Main">
        {entries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={classes.link ?? ''}
            activeOptions={{ exact: entry.to === '/', includeSearch: false }}
          >
            {entry.label}
          </Link>
        ))}
      </nav>
      <UnstyledButton
        className={classes.palette ?? ''}
        onClick={openPalette}
        aria-label="Search and commands"
        aria-keyshortcuts={ariaShortcut(PALETTE_SHORTCUT)}
      >
        <IconSearch size={15} aria-hidden />
        <span className={classes.paletteText}>Search</span>
        <Kbd size="xs" className={classes.paletteText ?? ''}>
          {shortcutLabel(PALETTE_SHORTCUT)}
        </Kbd>
      </UnstyledButton>
      <LinkIcon to="/search" aria-label="Search content" title={`Search content (${shortcutLabel(SEARCH_SHORTCUT)})`}>
        <IconFileSearch size={18} aria-hidden />
      </LinkIcon>
      {user.external ? null : <WorkLink />}
      <Bell />
      <UserMenu user={user} />
    </header>
  );
}
