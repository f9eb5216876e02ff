import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MenuBodyProps } from './menu-on-demand.tsx';

/** Rows clip their content, so the menu is rendered in the page's main landmark. */
const PORTAL_PROPS = { target: '#content' };

/** The menu of a table row. */
export function RowMenu({ target, isOpen, onOpenChange, children }: MenuBodyProps & { children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal portalProps={PORTAL_PROPS} opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      {/* Keep the table from handling arrow keys, Enter and double clicks. */}
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
