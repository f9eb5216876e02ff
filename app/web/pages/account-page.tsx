import { Stack, Text } from '@mantine/core';
import { ROLE_NAMES } from '#features/accounts/people.policy.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { OwnSignIn } from '#features/accounts/web/session/own-sign-in.tsx';
import { ThemeChoice } from '#features/accounts/web/session/theme-choice.tsx';
import { GitAccess } from '#features/accounts/web/tokens/git-access.tsx';
import { PersonalTokens } from '#features/accounts/web/tokens/personal-tokens.tsx';
import { AssistantsSection } from '#features/assistants/web/assistants-section.tsx';
import { NotificationSettings } from '#features/notifications/web/notification-settings.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SectionLinks } from '#platform/web/ui/section-links.tsx';

/** `/account`: the user, theme, sign-in, personal tokens and assistants. */
export default function AccountPage() {
  const user = useCurrentUser();
  return (
    <Page
      title="Account"
      layout="form"
      aside={<SectionLinks titles={['Theme', 'Notifications', 'Sign-in', 'Personal tokens', 'Assistants']} />}
    >
      <Stack gap="lg">
        <div>
          <Text size="sm" fw={500}>
            {user.name}
          </Text>
          <Text size="sm" c="dimmed">
            {user.email} · {ROLE_NAMES[user.role]}
          </Text>
        </div>
        <PageSection title="Theme">
          <ThemeChoice />
        </PageSection>
        <PageSection title="Notifications" id="notifications">
          <NotificationSettings />
        </PageSection>
        <PageSection title="Sign-in">
          <OwnSignIn user={user} />
        </PageSection>
        <PageSection title="Personal tokens">
          <PersonalTokens />
          {user.external ? null : <GitAccess />}
        </PageSection>
        <PageSection title="Assistants">
          <AssistantsSection />
        </PageSection>
      </Stack>
    </Page>
  );
}
