import { Text, Title } from '@mantine/core';
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx';
import { OwnSignIn } from '#web/features/session/own-sign-in.tsx';
import { ThemeChoice } from '#web/features/session/theme-choice.tsx';
import { StaffSection } from '#web/features/staff/staff-section.tsx';
import { GitAccess } from '#web/features/tokens/git-access.tsx';
import { PersonalTokens } from '#web/features/tokens/personal-tokens.tsx';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { Page } from '#web/ui/page.tsx';

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
