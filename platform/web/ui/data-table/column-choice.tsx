import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { MenuOnDemand } from '../menu-on-demand.tsx';
import type { ColumnChoiceProps } from './column-choice-entries.tsx';

const loadEntries = () => import('./column-choice-entries.tsx');

/** The menu for showing and hiding columns. */
export function ColumnChoice(props: ColumnChoiceProps) {
  return (
    <MenuOnDemand
      load={loadEntries}
      props={props}
      renderButton={(target) => (
        <Button {...target} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      )}
    />
  );
}
