import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StaffRole } from '../../contract/staff.ts';
import { managedRoles } from '../../people.policy.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { staffQuery, useAddStaff, useRenewStaffInvitation, useRevokeStaff } from './api.ts';
import { InvitedPeople } from './invited-people.tsx';
import { usePersonChanges } from './person-change.tsx';

const MESSAGES = {
  listLabel: 'Owners and staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke staff member',
  about:
    'Owners manage everyone here, leads manage authors and reviewers. People listed in the server settings need no invitation. With password login, you get a link to send to each person you add.',
  loadFailed: 'Couldn’t load the staff. Try again later.',
  addFailed: 'Couldn’t add the staff member. Try again later.',
  revokeFailed: 'Couldn’t revoke the staff member. Try again later.',
  empty: 'No staff yet. Add the first person by email above.',
} as const;

/** The owners' list of staff: add, renew, revoke, change roles, remove lost second factors. */
export function StaffSection() {
  const people = useQuery(staffQuery);
  const add = useAddStaff();
  const renew = useRenewStaffInvitation();
  const revoke = useRevokeStaff();
  const managed = managedRoles(useCurrentUser().role);
  const roles = StaffRole.options.filter((role) => managed.includes(role));
  const { moreActions, dialog } = usePersonChanges();
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      <InvitedPeople people={people} add={add} roles={roles} renew={renew} revoke={revoke} texts={MESSAGES} moreActions={moreActions} />
      {dialog}
    </>
  );
}
