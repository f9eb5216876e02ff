import { Menu, Text } from '@mantine/core';
import { IconArrowsJoin } from '@tabler/icons-react';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ScreenType } from '#features/screens/contract/screens.ts';
import { SCREEN_TEMPLATES } from '#features/screens/web/screen-templates.ts';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import type { AddedScreens } from '../screens/use-arrange-screens.ts';
import { TYPE_ICONS } from './type-icons.ts';

const TYPES = Object.keys(SCREEN_TYPES) as ScreenType[];
const PORTAL_PROPS = { target: '#outline' };

interface AddScreenMenuProps extends MenuBodyProps {
  onAdd: (added: AddedScreens) => void;
  /** Joins the screen with the next one; null: it can't be. */
  onJoin: (() => void) | null;
}

/** The types of screens, to add one, the templates, to add several, and joining. */
export function AddScreenMenu({ target, isOpen, onOpenChange, onAdd, onJoin }: AddScreenMenuProps) {
  return (
    // The list that it belongs to scrolls, and would clip it.
    <Menu position="bottom-end" width={240} withinPortal portalProps={PORTAL_PROPS} opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((type) => {
          const Icon = TYPE_ICONS[type];
          return (
            <Menu.Item key={type} leftSection={<Icon size={15} aria-hidden />} onClick={() => onAdd({ type })}>
              {SCREEN_TYPES[type]}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>Three screens to fill in</Menu.Label>
        {SCREEN_TEMPLATES.map(([template, { label, description }]) => (
          <Menu.Item key={template} aria-label={`${label}: ${description}`} onClick={() => onAdd({ template })}>
            {label}
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          </Menu.Item>
        ))}
        {onJoin && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconArrowsJoin size={15} aria-hidden />} onClick={onJoin}>
              Join with the next screen
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
