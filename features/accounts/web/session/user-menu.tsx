import { Avatar, Button, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { initials } from '#platform/web/ui/initials.ts';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import type { CurrentUser } from '../../contract/users.ts';
import { useSignOut } from './sign-out.ts';
import classes from './user-menu.module.css';

const loadEntries = () => import('./user-menu-entries.tsx');

/** The signed-in user with their menu, and Sign out; compact: without texts, which stay as accessible names. */
export function UserMenu({ user, isCompact = false }: { user: CurrentUser; isCompact?: boolean }) {
  const signOut = useSignOut();
  return (
    <div className={classes.user} data-compact={isCompact || undefined}>
      <MenuOnDemand
        load={loadEntries}
        props={{}}
        renderButton={(target) => (
          <UnstyledButton {...target} className={classes.target ?? ''} aria-label={`${user.name}, ${user.email}: account and theme`}>
            <Avatar size={26} radius="xl" variant="light" color="blue" aria-hidden>
              {initials(user.name)}
            </Avatar>
            <span className={classes.who}>
              <Text span size="xs" fw={500} truncate className={classes.line ?? ''}>
                {user.name}
              </Text>
              <Text span size="xs" c="dimmed" truncate className={classes.line ?? ''}>
                {user.email}
              </Text>
            </span>
            <IconChevronDown size={14} aria-hidden className={classes.chevron} />
          </UnstyledButton>
        )}
      />
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label="Sign out"
        leftSection={<IconLogout size={16} aria-hidden />}
        classNames={{ label: classes.signOutText ?? '', section: classes.signOutIcon ?? '' }}
        onClick={() => void signOut()}
      >
        Sign out
      </Button>
    </div>
  );
}
