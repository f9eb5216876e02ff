import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { InvitedUser } from '../../contract/invitations.ts';
import type { StaffRole } from '../../contract/staff.ts';
import { managesRole } from '../../people.policy.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { externalAuthorsQuery, staffQuery } from './api.ts';
import { CHANGE_MESSAGES as MESSAGES } from './messages.ts';
import type { PersonAction } from './people-table.tsx';

interface PersonChange {
  readonly action: StaffRole | 'owner' | 'reset';
  readonly person: InvitedUser;
}

/** The questions before a change that gives or takes rights. */
const QUESTIONS: Readonly<Record<PersonChange['action'], { title: string; text: (email: string) => string; failed: string }>> = {
  author: { title: 'Make author', text: MESSAGES.confirmAuthor, failed: MESSAGES.roleFailed },
  reviewer: { title: 'Make reviewer', text: MESSAGES.confirmReviewer, failed: MESSAGES.roleFailed },
  staff: { title: 'Make staff', text: MESSAGES.confirmStaff, failed: MESSAGES.roleFailed },
  lead: { title: 'Make lead', text: MESSAGES.confirmLead, failed: MESSAGES.roleFailed },
  owner: { title: 'Make owner', text: MESSAGES.confirmOwner, failed: MESSAGES.roleFailed },
  reset: { title: 'Remove second factors', text: MESSAGES.confirmReset, failed: MESSAGES.resetFailed },
};

/** The roles in the menu, in its order. */
const OFFERED = ['author', 'reviewer', 'staff', 'lead', 'owner'] as const;

function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, person: { id } }: PersonChange) =>
      action === 'reset' ? api.resetSecondFactors({ params: { id } }) : api.setStaffRole({ params: { id }, body: { role: action } }),
    onSuccess: async (staff, { person }) => {
      client.setQueryData(staffQuery.queryKey, staff);
      if (person.role === 'external') await client.invalidateQueries({ queryKey: externalAuthorsQuery.queryKey });
    },
  });
}

/** What owners do in the menu of a person, and the dialog that asks before it. */
export function usePersonChanges() {
  const user = useCurrentUser();
  const [asked, setAsked] = useState<PersonChange | null>(null);
  const change = useChange();
  const question = QUESTIONS[asked?.action ?? 'owner'];
  const moreActions = (person: InvitedUser): readonly PersonAction[] => {
    const entry = (action: PersonChange['action']): PersonAction => ({
      label: QUESTIONS[action].title,
      run: () => setAsked({ action, person }),
    });
    // External authors are revoked and added again. Nobody becomes an owner before they have joined.
    const isOffered = (role: (typeof OFFERED)[number]): boolean =>
      role !== person.role && managesRole(user, role) && (role !== 'owner' || person.has_joined);
    return [
      ...(person.role !== 'external' && managesRole(user, person.role) ? OFFERED.filter(isOffered).map(entry) : []),
      ...(user.role === 'owner' && person.has_second_factor && person.id !== user.id ? [entry('reset')] : []),
    ];
  };
  const dialog = (
    <ConfirmDialog
      isOpen={asked !== null}
      title={question.title}
      text={question.text(asked?.person.email ?? '')}
      confirmLabel={question.title}
      isBusy={change.isPending}
      error={change.isError ? errorText(change.error, question.failed) : null}
      onConfirm={() => {
        if (asked) change.mutate(asked, { onSuccess: () => setAsked(null) });
      }}
      onClose={() => {
        setAsked(null);
        change.reset();
      }}
    />
  );
  return { moreActions, dialog };
}
