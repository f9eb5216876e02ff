import { Badge, Button } from '@mantine/core';
import { createContext, use } from 'react';
import type { ExternalAuthor } from '#contract/external-authors.ts';
import type { TableColumn } from '#web/ui/data-table/columns.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useRowTabIndex } from '#web/ui/data-table/row-focus.ts';
import { useHiddenColumns } from '#web/ui/data-table/use-hidden-columns.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MESSAGES } from './messages.ts';

interface Actions {
  renew: (author: ExternalAuthor) => void;
  revoke: (author: ExternalAuthor) => void;
  renewing: number | null;
}

const AuthorActions = createContext<Actions>({ renew: () => undefined, revoke: () => undefined, renewing: null });

const COLUMNS: readonly TableColumn<ExternalAuthor>[] = [
  { id: 'email', header: 'Email', minWidth: 120, grow: 2, cell: (author) => <span title={author.email}>{author.email}</span> },
  { id: 'name', header: 'Name', minWidth: 120, grow: 1, isNarrow: false, cell: (author) => <span>{author.name}</span> },
  {
    id: 'state',
    header: 'State',
    minWidth: 110,
    isNarrow: false,
    cell: (author) => <Badge color={author.has_joined ? 'green' : 'gray'}>{author.has_joined ? 'Joined' : 'Invited'}</Badge>,
  },
  { id: 'actions', header: 'Actions', minWidth: 216, isHeaderQuiet: true, align: 'end', cell: (author) => <RowActions author={author} /> },
];

/** The list of external authors, with renew and revoke for each. */
export function AuthorsTable({ authors, ...actions }: Actions & { authors: readonly ExternalAuthor[] }) {
  const hidden = useHiddenColumns(COLUMNS);
  return (
    <AuthorActions value={actions}>
      <DataTable
        label="External authors"
        columns={COLUMNS}
        hidden={hidden}
        rows={authors}
        rowId={(author) => author.id}
        isFlowing
        empty={<EmptyState text={MESSAGES.empty} />}
      />
    </AuthorActions>
  );
}

function RowActions({ author }: { author: ExternalAuthor }) {
  const { renew, revoke, renewing } = use(AuthorActions);
  const tabIndex = useRowTabIndex();
  return (
    <>
      {author.has_joined ? null : (
        <Button
          size="xs"
          variant="subtle"
          tabIndex={tabIndex}
          loading={renewing === author.id}
          aria-label={`Renew the invitation of ${author.email}`}
          onClick={() => renew(author)}
        >
          Renew invitation
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        tabIndex={tabIndex}
        aria-label={`Revoke ${author.email}`}
        onClick={() => revoke(author)}
      >
        Revoke
      </Button>
    </>
  );
}
