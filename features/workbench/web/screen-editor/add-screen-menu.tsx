import { Menu } from '@mantine/core';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ScreenType } from '#features/screens/contract/screens.ts';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import { TYPE_ICONS } from './type-icons.ts';

const TYPES = Object.keys(SCREEN_TYPES) as ScreenType[];
const PORTAL_PROPS = { target: '#outline' };

/** The types of screens, to add one. */
export function AddScreenMenu({ target, isOpen, onOpenChange, onAdd }: MenuBodyProps & { onAdd: (type: ScreenType) => void }) {
  return (
    // The list that it belongs to scrolls, and would clip it.
    <Menu position="bottom-end" width={150} withinPortal portalProps={PORTAL_PROPS} opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((type) => {
          const Icon = TYPE_ICONS[type];
          return (
            <Menu.Item key={type} leftSection={<Icon size={15} aria-hidden />} onClick={() => onAdd(type)}>
              {SCREEN_TYPES[type]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
