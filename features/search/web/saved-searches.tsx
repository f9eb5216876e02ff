import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { SavedSearch, SearchQueryInput } from '../contract/search.ts';
import { MESSAGES } from './messages.ts';
import { savedSearchesQuery } from './queries.ts';
import { addressOf } from './search-address.ts';
import classes from './search.module.css';

/** The searches that the user saved: each opens, is renamed and deleted. */
export function SavedSearches() {
  const client = useQueryClient();
  const saved = useQuery(savedSearchesQuery);
  const [renamed, setRenamed] = useState<SavedSearch | null>(null);
  const remove = useMutation({
    mutationFn: (id: number) => api.deleteSavedSearch({ params: { id } }),
    onSuccess: (searches) => client.setQueryData(savedSearchesQuery.queryKey, searches),
  });
  const failure = saved.isError
    ? errorText(saved.error, MESSAGES.savedFailed)
    : remove.isError
      ? errorText(remove.error, MESSAGES.deleteFailed)
      : null;
  if (failure === null && (saved.data ?? []).length === 0) return null;
  return (
    <section className={classes.filter} aria-label="Saved searches">
      <h2 className={classes.filterName}>Saved searches</h2>
      <ErrorBanner text={failure} />
      <ul className={classes.list}>
        {(saved.data ?? []).map((each) => (
          <li key={each.id} className={classes.saved}>
            <TextLink size="sm" to="/search" search={addressOf(each.query)} preload={false}>
              {each.name}
            </TextLink>
            <ActionIcon size={24} aria-label={`Rename ${each.name}`} onClick={() => setRenamed(each)}>
              <IconPencil size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon size={24} aria-label={`Delete ${each.name}`} onClick={() => remove.mutate(each.id)}>
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {renamed ? <NameDialog saved={renamed} query={renamed.query} onClose={() => setRenamed(null)} /> : null}
    </section>
  );
}

interface NameDialogProps {
  /** Null: a new one. */
  saved: SavedSearch | null;
  query: SearchQueryInput;
  onClose: () => void;
}

/** Asks for the name of a saved search. */
export function NameDialog({ saved, query, onClose }: NameDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(saved?.name ?? query.text.slice(0, 60));
  useReturnFocus(true);
  const save = useMutation({
    mutationFn: () =>
      saved
        ? api.renameSavedSearch({ params: { id: saved.id }, body: { name: name.trim() } })
        : api.saveSearch({ body: { name: name.trim(), query } }),
    onSuccess: (searches) => {
      client.setQueryData(savedSearchesQuery.queryKey, searches);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={saved ? 'Rename search' : 'Save search'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <Stack>
          <ErrorBanner text={save.isError ? errorText(save.error, saved ? MESSAGES.renameFailed : MESSAGES.saveFailed) : null} />
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {saved ? 'Rename' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
