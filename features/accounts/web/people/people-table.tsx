import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createContext, use, useState } from 'react';
import { type TableColumn, useHiddenColumns, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { DataTable } from '#platform/web/ui/data-table/data-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RowMenu } from '#platform/web/ui/row-menu.tsx';
import type { InvitedUser } from '../../contract/invitations.ts';
import classes from './invited-people.module.css';

/** An entry of a person's menu. */
export interface PersonAction {
  readonly label: string;
  readonly run: () => void;
}

interface Actions {
  renew: (person: InvitedUser) => void;
  revoke: (person: InvitedUser) => void;
  renewing: number | null;
  /** Lets a person sign in again whose account is locked. */
  unlock: (person: InvitedUser) => void;
  unlocking: number | null;
  moreActions?: (person: InvitedUser) => readonly PersonAction[];
}

const PersonActions = createContext<Actions>({
  renew: () => undefined,
  revoke: () => undefined,
  renewing: null,
  unlock: () => undefined,
  unlocking: null,
});

const COLUMNS: readonly TableColumn<InvitedUser>[] = [
  { id: 'email', header: 'Email', minWidth: 120, grow: 2, cell: (person) => <span title={person.email}>{person.email}</span> },
  { id: 'name', header: 'Name', minWidth: 120, grow: 1, isNarrow: false, cell: (person) => <span>{person.name}</span> },
  { id: 'state', header: 'State', minWidth: 210, isNarrow: false, cell: (person) => <State person={person} /> },
  { id: 'actions', header: 'Actions', minWidth: 340, isHeaderQuiet: true, align: 'end', cell: (person) => <RowActions person={person} /> },
];

interface PeopleTableProps extends Actions {
  label: string;
  empty: string;
  people: readonly InvitedUser[];
}

/** Invited people, with Renew and Revoke for each except owners, Unlock for locked accounts, and a menu of further actions. */
export function PeopleTable({ label, empty, people, ...actions }: PeopleTableProps) {
  const hidden = useHiddenColumns(COLUMNS);
  return (
    <PersonActions value={actions}>
      <DataTable
        label={label}
        columns={COLUMNS}
        hidden={hidden}
        rows={people}
        rowId={(person) => person.id}
        isFlowing
        empty={<EmptyState text={empty} />}
      />
    </PersonActions>
  );
}

function State({ person: { role, has_joined, locked_until } }: { person: InvitedUser }) {
  return (
    <span className={classes.state}>
      {role === 'owner' ? (
        <Badge color="blue">Owner</Badge>
      ) : (
        <Badge color={has_joined ? 'green' : 'gray'}>{has_joined ? 'Joined' : 'Invited'}</Badge>
      )}
      {locked_until === null ? null : (
        <Badge color="red" title="Too many wrong passwords">
          Locked until {new Date(locked_until).toLocaleTimeString('en', { timeStyle: 'short' })}
        </Badge>
      )}
    </span>
  );
}

function RowActions({ person }: { person: InvitedUser }) {
  const { renew, revoke, renewing } = use(PersonActions);
  const tabIndex = useRowTabIndex();
  const unlock = person.locked_until === null ? null : <UnlockButton person={person} />;
  const menu = <MoreActions person={person} />;
  if (person.role === 'owner') {
    return (
      <>
        {unlock}
        {menu}
      </>
    );
  }
  return (
    <>
      {unlock}
      {person.signs_in_by === 'provider' ? null : (
        <Button
          size="xs"
          variant="subtle"
          tabIndex={tabIndex}
          loading={renewing === person.id}
          aria-label={person.has_joined ? `New password link for ${person.email}` : `Renew the invitation of ${person.email}`}
          onClick={() => renew(person)}
        >
          {person.has_joined ? 'New password link' : 'Renew invitation'}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        tabIndex={tabIndex}
        aria-label={`Revoke ${person.email}`}
        onClick={() => revoke(person)}
      >
        Revoke
      </Button>
      {menu}
    </>
  );
}

function UnlockButton({ person }: { person: InvitedUser }) {
  const { unlock, unlocking } = use(PersonActions);
  return (
    <Button
      size="xs"
      variant="subtle"
      tabIndex={useRowTabIndex()}
      loading={unlocking === person.id}
      aria-label={`Unlock ${person.email}`}
      onClick={() => unlock(person)}
    >
      Unlock
    </Button>
  );
}

function MoreActions({ person }: { person: InvitedUser }) {
  const actions = use(PersonActions).moreActions?.(person) ?? [];
  const tabIndex = useRowTabIndex();
  const [isOpen, setOpen] = useState(false);
  if (actions.length === 0) return null;
  const target = (
    <ActionIcon variant="subtle" tabIndex={tabIndex} aria-label={`More actions for ${person.email}`}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <RowMenu target={target} isOpen={isOpen} onOpenChange={setOpen}>
      {actions.map(({ label, run }) => (
        <Menu.Item key={label} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
