import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../menu-on-demand.tsx';
import type { ColumnChoiceProps } from './column-choice.tsx';

/** A table's columns, each to be shown or hidden. */
export default function ColumnChoiceEntries({ target, columns, hidden, onChange }: MenuBodyProps & ColumnChoiceProps) {
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => column.canHide !== false)
          .map((column) => (
            <Menu.Item
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={!hidden.has(column.id)}
              leftSection={<IconCheck size={14} aria-hidden style={{ visibility: hidden.has(column.id) ? 'hidden' : 'visible' }} />}
              onClick={() => toggle(column.id)}
            >
              {column.header}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
