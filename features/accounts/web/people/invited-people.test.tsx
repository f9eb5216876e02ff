import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '#platform/web/api.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { InvitedUser } from '../../contract/invitations.ts';
import type { NewPerson } from './api.ts';
import { InvitedPeople } from './invited-people.tsx';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('#platform/web/ui/toast.ts', () => ({ showResult: (text: string) => shown.push(text) }));

const ADA: InvitedUser = {
  id: 1,
  email: 'ada@lessons.example',
  name: 'Ada',
  role: 'owner',
  has_joined: true,
  signs_in_by: 'password',
  has_second_factor: false,
  locked_until: null,
  last_seen: null,
  invitation_url: null,
  invitation_expires: null,
};
const BEN: InvitedUser = { ...ADA, id: 2, email: 'ben@lessons.example', name: 'Ben', role: 'staff' };
const TEXTS = {
  listLabel: 'Staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke',
  loadFailed: 'Not loaded.',
  addFailed: 'Not added.',
  revokeFailed: 'Not revoked.',
  empty: 'No one.',
};

let root: Root;
let place: HTMLElement;
let people: InvitedUser[];
let unlocked: unknown[];

function Host() {
  const list = useQuery({ queryKey: ['staff'], queryFn: () => api.listStaff() });
  const person = useMutation<InvitedUser, Error, InvitedUser>({});
  return (
    <InvitedPeople
      people={list}
      add={useMutation<InvitedUser, Error, NewPerson>({})}
      renew={person}
      revoke={useMutation({})}
      texts={TEXTS}
    />
  );
}

beforeEach(() => {
  shown.length = 0;
  unlocked = [];
  vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
    if (!path.endsWith('/unlock')) return Response.json(people);
    const { email } = JSON.parse(init?.body ?? '{}') as { email: string };
    unlocked.push(email);
    people = people.map((each) => (each.email === email ? { ...each, locked_until: null } : each));
    return Response.json({ ok: true });
  });
  // Rows beyond the height of the table are not rendered.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const button = (name: string) => [...place.querySelectorAll('button')].find((each) => each.ariaLabel === name);

it('shows until when an account is locked, and unlocks it', async () => {
  people = [ADA, { ...BEN, locked_until: '2026-01-01T10:20:00' }];
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Host />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await untilRendered(() => expect(place.textContent.replace(/\s/g, ' ')).toContain('Locked until 10:20 AM'));
  expect(button(`Unlock ${ADA.email}`)).toBeUndefined();
  await act(async () => button(`Unlock ${BEN.email}`)?.click());
  await untilRendered(() => expect(shown).toEqual([`${BEN.email} can sign in again.`]));
  expect(unlocked).toEqual([BEN.email]);
  await untilRendered(() => expect(place.textContent).not.toContain('Locked'));
});
