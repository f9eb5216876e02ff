import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { viewFilters } from '../rules/view-filters.ts';
import type { ViewPage } from '../saved-views.policy.ts';

const loadMenu = () => import('./views-menu.tsx');
const loadDialog = () => import('./view-dialog.tsx');
const loadManage = () => import('./manage-views-dialog.tsx');

interface ViewsButtonProps {
  page: ViewPage;
  /** The state of the page in its address. */
  search: object;
}

/** The menu of saved views, beside the filters of a list. */
export function ViewsButton({ page, search }: ViewsButtonProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const filters = viewFilters(search);
  const close = () => setDialog(null);
  const save = () => setDialog('save');
  useCommands([
    {
      id: 'views:save',
      label: 'Save this view',
      group: 'Actions',
      keywords: 'filters bookmark',
      icon: IconBookmark,
      enabled: Object.keys(filters).length > 0,
      run: save,
    },
  ]);
  return (
    <>
      <MenuOnDemand
        load={loadMenu}
        props={{ page, filters, onSave: save, onManage: () => setDialog('manage') }}
        renderButton={(target) => (
          <Button {...target} variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            Views
          </Button>
        )}
      />
      {dialog === 'save' ? <OnDemand load={loadDialog} props={{ page, saved: null, filters, onClose: close }} /> : null}
      {dialog === 'manage' ? <OnDemand load={loadManage} props={{ page, onClose: close }} /> : null}
    </>
  );
}
