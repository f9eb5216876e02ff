import { Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { canCall } from '#platform/contract/roles.ts';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ExternalAuthorsSection } from './people/external-authors-section.tsx';
import { GroupsSection } from './people/groups-section.tsx';
import { StaffSection } from './people/staff-section.tsx';
import { useCurrentUser } from './session/current-user.ts';

/** `/people`: everyone who has an account, and what is done about accounts. */
export default function PeoplePage() {
  const user = useCurrentUser();
  const isOwner = user.role === 'owner';
  return (
    <Page
      title="People"
      layout="list"
      actions={
        isOwner ? (
          <LinkButton to="/rules" variant="default" leftSection={<IconShieldCheck size={16} aria-hidden />}>
            Rules
          </LinkButton>
        ) : null
      }
    >
      <PageSection title="Owners and staff">
        {canCall('lead', user) ? (
          <StaffSection />
        ) : (
          <Text size="sm" c="dimmed">
            Owners and leads see, add and revoke staff here. You can add and revoke external authors.
          </Text>
        )}
      </PageSection>
      <PageSection title="External authors">
        <ExternalAuthorsSection />
      </PageSection>
      <GroupsSection />
    </Page>
  );
}
