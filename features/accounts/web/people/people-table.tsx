import { ActionIcon, Badge, Button, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createContext, use, useState } from 'react';
import { type TableColumn, useHiddenColumns, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { DataTable } from '#platform/web/ui/data-table/data-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { RowMenu } from '#platform/web/ui/row-menu.tsx';
import type { InvitedUser } from '../../contract/invitations.ts';
import { managesRole, ROLE_NAMES } from '../../people.policy.ts';
import { useCurrentUser } from '../session/current-user.ts';
import classes from '../accounts.module.css';

/** An entry of a person's menu. */
export interface PersonAction {
  readonly label: string;
  readonly run: () => void;
  readonly isDanger?: boolean;
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
  { id: 'state', header: 'State', minWidth: 165, grow: 1, cell: (person) => <State person={person} /> },
  { id: 'second-factor', header: 'Second factor', minWidth: 115, isNarrow: false, cell: (person) => <SecondFactor person={person} /> },
  { id: 'last-seen', header: 'Last seen', minWidth: 115, isNarrow: false, cell: (person) => <LastSeen person={person} /> },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 340,
    isNarrow: false,
    isHeaderQuiet: true,
    align: 'end',
    cell: (person) => <RowActions person={person} />,
  },
  {
    id: 'menu',
    header: 'Actions',
    minWidth: 44,
    isNarrow: 'only',
    isHeaderQuiet: true,
    align: 'end',
    cell: (person) => <AllActions person={person} />,
  },
];

/** The width of a window in which the actions of a row are in a menu. */
const NARROW = 1000;

interface PeopleTableProps extends Actions {
  label: string;
  empty: string;
  people: readonly InvitedUser[];
}

/** Invited people, with Renew and Revoke for each except owners, Unlock for locked accounts, and a menu of further actions. */
export function PeopleTable({ label, empty, people, ...actions }: PeopleTableProps) {
  const hidden = useHiddenColumns(COLUMNS, undefined, NARROW);
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
      {role === 'external' ? null : <Badge color={role === 'owner' ? 'action' : 'draft'}>{ROLE_NAMES[role]}</Badge>}
      {locked_until !== null || (has_joined && role !== 'external') ? null : (
        <Badge color={has_joined ? 'success' : 'changed'}>{has_joined ? 'Joined' : 'Invited'}</Badge>
      )}
      {locked_until === null ? null : (
        <Badge color="error" title="Too many wrong passwords">
          Locked until {new Date(locked_until).toLocaleTimeString('en', { timeStyle: 'short' })}
        </Badge>
      )}
    </span>
  );
}

/** Who signs in with a provider has the second factor of the provider. */
function SecondFactor({ person: { has_second_factor, has_joined, signs_in_by } }: { person: InvitedUser }) {
  if (has_second_factor) return <Badge color="success">On</Badge>;
  if (!has_joined) return null;
  return (
    <Text size="sm" c="dimmed" component="span">
      {signs_in_by === 'provider' ? 'By provider' : 'Off'}
    </Text>
  );
}

function LastSeen({ person: { last_seen } }: { person: InvitedUser }) {
  return last_seen === null ? <span>Never</span> : <RelativeTime at={last_seen} />;
}

/** Whether the user renews and revokes the access of a person. Owners have to become something else first. */
function useIsManaged({ role }: InvitedUser): boolean {
  const user = useCurrentUser();
  return role !== 'owner' && managesRole(user, role);
}

const linkLabel = ({ has_joined }: InvitedUser): string => (has_joined ? 'New password link' : 'Renew invitation');

/** The same as the buttons, for narrow windows. */
function AllActions({ person }: { person: InvitedUser }) {
  const { renew, revoke, unlock, moreActions } = use(PersonActions);
  const isManaged = useIsManaged(person);
  return (
    <ActionMenu
      person={person}
      actions={[
        ...(person.locked_until === null ? [] : [{ label: 'Unlock', run: () => unlock(person) }]),
        ...(!isManaged || person.signs_in_by === 'provider' ? [] : [{ label: linkLabel(person), run: () => renew(person) }]),
        ...(moreActions?.(person) ?? []),
        ...(!isManaged ? [] : [{ label: 'Revoke', run: () => revoke(person), isDanger: true }]),
      ]}
    />
  );
}

function RowActions({ person }: { person: InvitedUser }) {
  const { renew, revoke, renewing, moreActions } = use(PersonActions);
  const isManaged = useIsManaged(person);
  const tabIndex = useRowTabIndex();
  const unlock = person.locked_until === null ? null : <UnlockButton person={person} />;
  const menu = <ActionMenu person={person} actions={moreActions?.(person) ?? []} />;
  if (!isManaged) {
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
          {linkLabel(person)}
        </Button>
      )}
      <Button size="xs" variant="danger" tabIndex={tabIndex} aria-label={`Revoke ${person.email}`} onClick={() => revoke(person)}>
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

function ActionMenu({ person, actions }: { person: InvitedUser; actions: readonly PersonAction[] }) {
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
      {actions.map(({ label, run, isDanger = false }) => (
        <Menu.Item key={label} onClick={run} {...(isDanger ? { color: 'red' } : {})}>
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
