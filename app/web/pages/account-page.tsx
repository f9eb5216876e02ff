import { Text, Title } from '@mantine/core';
import { StaffSection } from '#features/accounts/web/people/staff-section.tsx';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { OwnSignIn } from '#features/accounts/web/session/own-sign-in.tsx';
import { ThemeChoice } from '#features/accounts/web/session/theme-choice.tsx';
import { GitAccess } from '#features/accounts/web/tokens/git-access.tsx';
import { PersonalTokens } from '#features/accounts/web/tokens/personal-tokens.tsx';
import { NotificationSettings } from '#features/notifications/web/notification-settings.tsx';
import { Page } from '#platform/web/ui/page.tsx';

const ROLES = { owner: 'Owner', staff: 'Staff', external: 'External author' } as const;

/** `/account`: the user, theme, sign-in and personal tokens; for the owner also the list of staff. */
export default function AccountPage() {
  const user = useCurrentUser();
  return (
    <Page title="Account" layout="narrow">
      <div>
        <Text size="sm" fw={500}>
          {user.name}
        </Text>
        <Text size="sm" c="dimmed">
          {user.email} · {ROLES[user.role]}
        </Text>
      </div>
      <Title order={2}>Theme</Title>
      <div>
        <ThemeChoice />
      </div>
      <Title order={2} id="notifications">
        Notifications
      </Title>
      <NotificationSettings />
      <Title order={2}>Sign-in</Title>
      <OwnSignIn user={user} />
      <Title order={2}>Personal tokens</Title>
      <PersonalTokens />
      {user.external ? null : <GitAccess />}
      {user.role === 'owner' ? (
        <>
          <Title order={2}>Staff</Title>
          <StaffSection />
        </>
      ) : null}
    </Page>
  );
}
