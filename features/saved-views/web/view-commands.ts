import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCommands } from '#platform/web/commands.ts';
import { VIEW_PAGES } from '../saved-views.policy.ts';
import { savedViewsQuery } from './queries.ts';

/**
 * Declares a palette entry for each saved view, which are loaded when the palette opens. Beside the list of commands, not in it: what lists all
 * commands must not declare any, or each render leads to the next.
 */
export function ViewCommands() {
  const navigate = useNavigate();
  const views = useQuery(savedViewsQuery).data ?? [];
  useCommands(
    views.map(({ id, name, page, filters }) => ({
      id: `view:${id}`,
      label: name,
      group: 'Go to' as const,
      keywords: 'saved view search',
      icon: IconBookmark,
      run: () => navigate({ to: VIEW_PAGES[page].to, search: filters as never }),
    })),
  );
  return null;
}
