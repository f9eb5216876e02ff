import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconLink, IconPencil, IconShareOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { SavedView } from '../contract.ts';
import { viewAddress } from '../rules/view-filters.ts';
import { mayUnshareView, VIEW_PAGES } from '../saved-views.policy.ts';
import { useDeleteView, useUnshareView } from './api.ts';
import { MESSAGES } from './messages.ts';
import ViewDialog from './view-dialog.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from './saved-views.module.css';

interface ViewListProps {
  views: readonly SavedView[];
  /** After one was opened. */
  onOpen?: () => void;
}

/** Views that open, and are edited, copied as a link and deleted. */
export function ViewList({ views, onOpen }: ViewListProps) {
  const user = useCurrentUser();
  const [edited, setEdited] = useState<SavedView | null>(null);
  const remove = useDeleteView();
  const unshare = useUnshareView();
  return (
    <>
      <ErrorBanner text={remove.isError ? errorText(remove.error, MESSAGES.deleteFailed) : null} />
      <ErrorBanner text={unshare.isError ? errorText(unshare.error, MESSAGES.unshareFailed) : null} />
      <ul className={layout.plainList}>
        {views.map((view) => (
          <li key={view.id} className={classes.view}>
            <span className={classes.name}>
              <TextLink
                size="sm"
                to={VIEW_PAGES[view.page].to}
                search={view.filters as never}
                preload={false}
                {...(onOpen && { onClick: onOpen })}
              >
                {view.name}
              </TextLink>
              {view.is_shared ? <span className={classes.shared}>{view.is_own ? 'shared' : view.saved_by}</span> : null}
            </span>
            <CopyLink view={view} />
            {view.is_own ? (
              <ActionIcon size={24} aria-label={`Edit ${view.name}`} onClick={() => setEdited(view)}>
                <IconPencil size={14} aria-hidden />
              </ActionIcon>
            ) : null}
            {!view.is_own && mayUnshareView(user, view) ? (
              <Tooltip label="Stop sharing">
                <ActionIcon size={24} aria-label={`Stop sharing ${view.name}`} onClick={() => unshare.mutate(view)}>
                  <IconShareOff size={14} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ) : null}
            {view.is_own ? (
              <ActionIcon size={24} aria-label={`Delete ${view.name}`} onClick={() => remove.mutate(view)}>
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {edited ? <ViewDialog page={edited.page} saved={edited} filters={edited.filters} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

/** The address has everything, so that colleagues need not see the view itself. */
function CopyLink({ view: { page, name, filters } }: { view: SavedView }) {
  return (
    <CopyButton value={location.origin + viewAddress(VIEW_PAGES[page].to, filters)}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy link'}>
          <ActionIcon size={24} aria-label={`Copy link to ${name}`} onClick={copy}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconLink size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
