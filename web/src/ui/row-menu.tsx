import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MenuBodyProps } from './menu-on-demand.tsx';

/** The rows cut off what hangs out of them: the menu hangs in the page's own landmark. */
const PLACE = { target: '#content' };

/** The menu of a table's row. */
export function RowMenu({ target, isOpen, onOpenChange, children }: MenuBodyProps & { children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal portalProps={PLACE} opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      {/* The table would take the arrow keys, Enter and the double click for its row. */}
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
