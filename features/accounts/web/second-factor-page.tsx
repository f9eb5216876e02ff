import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EntryBox } from './session/entry-box.tsx';
import { factorsQuery, SecondFactors } from './session/second-factors.tsx';
import { SECURITY_MESSAGES as MESSAGES } from './session/security-messages.ts';
import { useSignOut } from './session/sign-out.ts';

const route = getRouteApi('/second-factor');

/** `/second-factor`: who has to add a second factor is led here, and then to the page that was asked for. */
export default function SecondFactorPage() {
  const { to } = route.useSearch();
  const state = useQuery(factorsQuery);
  const signOut = useSignOut();
  const hasOne = (state.data?.factors.length ?? 0) > 0;
  return (
    <EntryBox title="Add a second factor">
      <Text size="sm">{MESSAGES.required}</Text>
      <SecondFactors />
      <Group justify="space-between">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
        {/* Everything is loaded anew: until now, every other call was refused. */}
        <Button disabled={!hasOne} onClick={() => window.location.assign(to ?? '/')}>
          Continue
        </Button>
      </Group>
    </EntryBox>
  );
}
