import { Badge, Button } from '@mantine/core';
import { createContext, use } from 'react';
import { type TableColumn, useHiddenColumns, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { DataTable } from '#platform/web/ui/data-table/data-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime, TimeLeft } from '#platform/web/ui/relative-time.tsx';
import { useNow } from '#platform/web/ui/use-now.ts';
import type { PersonalToken } from '../../contract/tokens.ts';
import { MESSAGES } from './messages.ts';

const Revoke = createContext<(token: PersonalToken) => void>(() => undefined);

const COLUMNS: readonly TableColumn<PersonalToken>[] = [
  { id: 'name', header: 'Name', minWidth: 110, grow: 1, cell: (token) => <TokenName token={token} /> },
  { id: 'created', header: 'Created', minWidth: 130, isNarrow: false, cell: (token) => <RelativeTime at={token.created} /> },
  {
    id: 'last-used',
    header: 'Last used',
    minWidth: 120,
    cell: (token) => (token.last_used === null ? 'never' : <RelativeTime at={token.last_used} />),
  },
  { id: 'expires', header: 'Expires', minWidth: 120, isNarrow: false, cell: (token) => <Expiry token={token} /> },
  { id: 'actions', header: 'Actions', minWidth: 100, isHeaderQuiet: true, align: 'end', cell: (token) => <RevokeButton token={token} /> },
];

/** The user's tokens. */
export function TokensTable({ tokens, onRevoke }: { tokens: readonly PersonalToken[]; onRevoke: (token: PersonalToken) => void }) {
  const hidden = useHiddenColumns(COLUMNS);
  return (
    <Revoke value={onRevoke}>
      <DataTable
        label="Personal tokens"
        columns={COLUMNS}
        hidden={hidden}
        rows={tokens}
        rowId={(token) => token.id}
        isFlowing
        empty={<EmptyState text={MESSAGES.empty} />}
      />
    </Revoke>
  );
}

function TokenName({ token: { name, is_for_assistants } }: { token: PersonalToken }) {
  return (
    <span title={name}>
      {name}{' '}
      {is_for_assistants ? (
        <Badge color="draft" variant="outline">
          Assistant
        </Badge>
      ) : null}
    </span>
  );
}

/** Tokens expire by the rules of the installation. */
function Expiry({ token: { expires } }: { token: PersonalToken }) {
  const now = useNow();
  if (expires === null) return <span>never</span>;
  return Date.parse(expires) <= now ? <Badge color="error">Expired</Badge> : <TimeLeft at={expires} />;
}

function RevokeButton({ token }: { token: PersonalToken }) {
  const revoke = use(Revoke);
  const tabIndex = useRowTabIndex();
  return (
    <Button size="xs" variant="danger" tabIndex={tabIndex} aria-label={`Revoke token ${token.name}`} onClick={() => revoke(token)}>
      Revoke
    </Button>
  );
}
