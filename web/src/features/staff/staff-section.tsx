import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { InvitedPeople } from '#web/features/invited-people/invited-people.tsx';
import { staffQuery, useAddStaff, useRenewStaffInvitation, useRevokeStaff } from './api.ts';
import { MESSAGES } from './messages.ts';

/** The owner's list of staff: add, renew, revoke. */
export function StaffSection() {
  const people = useQuery(staffQuery);
  const add = useAddStaff();
  const renew = useRenewStaffInvitation();
  const revoke = useRevokeStaff();
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      <InvitedPeople people={people} add={add} renew={renew} revoke={revoke} texts={MESSAGES} />
    </>
  );
}
