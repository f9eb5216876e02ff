import { Menu } from '@mantine/core';
import { IconBookmarkPlus, IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import type { SavedView } from '../contract.ts';
import { areSameFilters } from '../rules/view-filters.ts';
import { VIEW_PAGES, type ViewPage } from '../saved-views.policy.ts';
import { MESSAGES } from './messages.ts';
import { savedViewsQuery } from './queries.ts';

export interface ViewsMenuProps {
  page: ViewPage;
  /** What the page shows now. */
  filters: Readonly<Record<string, string>>;
  onSave: () => void;
  onManage: () => void;
}

/** The views of a page, and what can be done with them. */
export default function ViewsMenu({ target, isOpen, onOpenChange, page, filters, onSave, onManage }: MenuBodyProps & ViewsMenuProps) {
  const loaded = useQuery(savedViewsQuery);
  const views = (loaded.data ?? []).filter((view) => view.page === page);
  const own = views.filter(({ is_own }) => is_own);
  const others = views.filter(({ is_own }) => !is_own);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={onOpenChange} width={280}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {loaded.isPending ? <Menu.Label>{MESSAGES.loading}</Menu.Label> : null}
        {loaded.isError ? <Menu.Label>{MESSAGES.loadFailed}</Menu.Label> : null}
        {loaded.data && views.length === 0 ? <Menu.Label>{MESSAGES.none}</Menu.Label> : null}
        <ViewItems label="Your views" views={own} filters={filters} />
        <ViewItems label="Shared by the team" views={others} filters={filters} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} disabled={Object.keys(filters).length === 0} onClick={onSave}>
          Save this view…
        </Menu.Item>
        {views.length > 0 ? (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onManage}>
            Manage views…
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ViewItemsProps {
  label: string;
  views: readonly SavedView[];
  filters: ViewsMenuProps['filters'];
}

function ViewItems({ label, views, filters }: ViewItemsProps) {
  const navigate = useNavigate();
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => {
        const isCurrent = areSameFilters(view.filters, filters);
        return (
          <Menu.Item
            key={view.id}
            aria-current={isCurrent || undefined}
            rightSection={isCurrent ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => void navigate({ to: VIEW_PAGES[view.page].to, search: view.filters as never })}
          >
            {view.name}
          </Menu.Item>
        );
      })}
    </>
  );
}
