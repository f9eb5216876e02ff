import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { SEARCHED_LIST } from '#platform/web/ui/searched-list.ts';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { Group } from '../../contract/groups.ts';
import { groupsQuery } from './groups-query.ts';
import { GROUP_MESSAGES as MESSAGES } from './messages.ts';
import { peopleQuery } from './people-query.ts';

interface GroupDialogProps {
  /** Null: a new one. */
  group: Group | null;
  onClose: () => void;
}

/** Names a group and chooses its people. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const client = useQueryClient();
  const people = useQuery(peopleQuery);
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly number[]>(group?.members.map(({ id }) => id) ?? []);
  const save = useMutation({
    mutationFn: (body: { name: string; members: number[] }) =>
      group === null ? api.createGroup({ body }) : api.saveGroup({ params: { id: group.id }, body }),
    onSuccess: (groups) => {
      client.setQueryData(groupsQuery.queryKey, groups);
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const form = useFocusFirstError(save.error);
  // People who haven't joined yet can be in a group, and aren't listed.
  const known = new Map([...(group?.members ?? []), ...(people.data ?? [])].map((person) => [person.id, person]));
  return (
    <TaskDialog title={group === null ? 'New group' : `Edit ${group.name}`} isRunning={save.isPending} onClose={onClose}>
      <form
        ref={form}
        aria-label="Group"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !save.isPending) save.mutate({ name: name.trim(), members: [...members] });
        }}
      >
        <Stack>
          {people.isError ? <ErrorBanner text={errorText(people.error, MESSAGES.peopleFailed)} /> : null}
          {save.isError && Object.keys(errors).length === 0 ? <ErrorBanner text={errorText(save.error, MESSAGES.saveFailed)} /> : null}
          <TextInput
            label="Name"
            placeholder="Data team"
            maxLength={60}
            value={name}
            error={errors['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MultiSelect
            label="People"
            data={[...known.values()].map(({ id, name: label }) => ({ value: String(id), label }))}
            value={members.map(String)}
            {...SEARCHED_LIST}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear people' }}
            placeholder={members.length === 0 ? 'Type a name' : ''}
            nothingFoundMessage="No matches."
            error={errors['members']}
            onChange={(ids) => setMembers(ids.map(Number))}
          />
          <DialogButtons submitLabel="Save" isBusy={save.isPending} isDisabled={name.trim() === ''} onClose={onClose} />
        </Stack>
      </form>
    </TaskDialog>
  );
}
