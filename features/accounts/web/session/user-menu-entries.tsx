import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconHelp, IconKeyboard, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { runCommand } from '#platform/web/commands.ts';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import { COLOR_SCHEMES } from './color-schemes.ts';

/** Links to the account, and the theme. */
export default function UserMenuEntries({ target, isOpen, onOpenChange }: MenuBodyProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220} opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account and tokens
        </Menu.Item>
        <Menu.Item component={Link} to="/help" leftSection={<IconHelp size={16} aria-hidden />}>
          Help
        </Menu.Item>
        <Menu.Item onClick={() => runCommand('shortcuts')} leftSection={<IconKeyboard size={16} aria-hidden />}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          <Menu.Label>Theme</Menu.Label>
          {COLOR_SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme.value} value={scheme.value}>
              {scheme.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
