import { ActionIcon, Button, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { canCall } from '#platform/contract/roles.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import type { Group } from '../../contract/groups.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { GroupDialog } from './group-dialog.tsx';
import { groupsQuery } from './groups-query.ts';
import { GROUP_MESSAGES as MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

/** The groups of people. Leads and owners create, change and delete them. */
export function GroupsSection() {
  const mayManage = canCall('lead', useCurrentUser());
  const groups = useQuery(groupsQuery);
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const { remove, dialog } = useRemoval();
  const add = (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing('new')}>
      New group
    </Button>
  );
  return (
    <PageSection title="Groups" actions={mayManage ? add : null}>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      {groups.isError ? <ErrorBanner text={errorText(groups.error, MESSAGES.loadFailed)} /> : null}
      {groups.isPending ? <TableSkeleton rows={2} /> : null}
      {groups.data?.length === 0 ? <EmptyState text={mayManage ? MESSAGES.empty : MESSAGES.noneYet} /> : null}
      {groups.data && groups.data.length > 0 ? (
        <ul className={classes.groups} aria-label="Groups">
          {groups.data.map((group) => (
            <li key={group.id} className={classes.group}>
              <span className={classes.about}>
                <b>{group.name}</b>
                <span className={layout.dimmed}>{membersText(group)}</span>
              </span>
              {mayManage ? (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Edit ${group.name}`}
                    title="Edit"
                    onClick={() => setEditing(group)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${group.name}`}
                    title="Delete"
                    onClick={() => remove(group)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {editing === null ? null : <GroupDialog group={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {dialog}
    </PageSection>
  );
}

function membersText({ members }: Group): string {
  return members.length === 0 ? 'Nobody yet' : members.map(({ name }) => name).join(', ');
}

function useRemoval() {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Group | null>(null);
  const removal = useMutation({
    mutationFn: ({ id }: Group) => api.deleteGroup({ params: { id } }),
    onSuccess: (groups) => {
      client.setQueryData(groupsQuery.queryKey, groups);
      setRemoving(null);
    },
  });
  const dialog = (
    <ConfirmDialog
      isOpen={removing !== null}
      title="Delete group"
      text={MESSAGES.confirmDelete(removing?.name ?? '')}
      confirmLabel="Delete group"
      isDanger
      isBusy={removal.isPending}
      error={removal.isError ? errorText(removal.error, MESSAGES.deleteFailed) : null}
      onConfirm={() => {
        if (removing) removal.mutate(removing);
      }}
      onClose={() => {
        setRemoving(null);
        removal.reset();
      }}
    />
  );
  return { remove: setRemoving, dialog };
}
