import { Menu } from '@mantine/core';
import type { MenuBodyProps } from '../menu-on-demand.tsx';

export interface ColumnChoiceProps {
  columns: readonly { id: string; header: string; canHide?: boolean }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** Toggles for a table's columns. */
export default function ColumnChoiceEntries({
  target,
  isOpen,
  onOpenChange,
  columns,
  hidden,
  onChange,
}: MenuBodyProps & ColumnChoiceProps) {
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={onOpenChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => column.canHide !== false)
          .map((column) => (
            <Menu.CheckboxItem key={column.id} checked={!hidden.has(column.id)} onChange={() => toggle(column.id)}>
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
