import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import type { navigationFor } from './navigation.ts';

/** The navigation for narrow windows. */
export default function NavigationMenu({
  target,
  isOpen,
  onOpenChange,
  entries,
}: MenuBodyProps & { entries: ReturnType<typeof navigationFor> }) {
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item key={entry.to} component={Link} to={entry.to}>
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
