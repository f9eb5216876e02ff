import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { use } from 'react';
import type { Dataset } from '#contract/datasets.ts';
import { useRowTabIndex } from '#web/ui/data-table/row-focus.ts';
import { MenuOnDemand } from '#web/ui/menu-on-demand.tsx';
import { DatasetActionsContext } from './dataset-actions.ts';

const loadOptions = () => import('./dataset-options.tsx');

/** The action menu of a row. */
export function DatasetMenu({ dataset }: { dataset: Dataset }) {
  const actions = use(DatasetActionsContext);
  const tabIndex = useRowTabIndex();
  return (
    <MenuOnDemand
      load={loadOptions}
      props={{ dataset, actions }}
      renderButton={(target) => (
        <ActionIcon {...target} tabIndex={tabIndex} aria-label={`Actions for ${dataset.name}`} title="Actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
