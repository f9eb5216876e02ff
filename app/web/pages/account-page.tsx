import { Text, Title } from '@mantine/core';
import { ROLE_NAMES } from '#features/accounts/people.policy.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { OwnSignIn } from '#features/accounts/web/session/own-sign-in.tsx';
import { ThemeChoice } from '#features/accounts/web/session/theme-choice.tsx';
import { GitAccess } from '#features/accounts/web/tokens/git-access.tsx';
import { PersonalTokens } from '#features/accounts/web/tokens/personal-tokens.tsx';
import { NotificationSettings } from '#features/notifications/web/notification-settings.tsx';
import { Page } from '#platform/web/ui/page.tsx';

/** `/account`: the user, theme, sign-in and personal tokens. */
export default function AccountPage() {
  const user = useCurrentUser();
  return (
    <Page title="Account" layout="narrow">
      <div>
        <Text size="sm" fw={500}>
          {user.name}
        </Text>
        <Text size="sm" c="dimmed">
          {user.email} · {ROLE_NAMES[user.role]}
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
    </Page>
  );
}
