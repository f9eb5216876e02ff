import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { MenuOnDemand } from '../menu-on-demand.tsx';

export interface ColumnChoiceProps {
  columns: readonly { id: string; header: string; canHide?: boolean }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

const loadEntries = () => import('./column-choice-entries.tsx');

/** Which columns a table shows. */
export function ColumnChoice(props: ColumnChoiceProps) {
  return (
    <MenuOnDemand
      load={loadEntries}
      props={props}
      button={(target) => (
        <Button {...target} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      )}
    />
  );
}
