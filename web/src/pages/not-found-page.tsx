import { Text } from '@mantine/core';
import { LinkButton } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';

/** Where an address leads that is no page, or whose lesson is not there. */
export function NotFoundPage() {
  return (
    <Page title="Nothing is here" layout="narrow">
      <Text size="sm">This address leads nowhere. What was here may have been deleted, or the address is not complete.</Text>
      <div>
        <LinkButton to="/" variant="default">
          Go to lessons
        </LinkButton>
      </div>
    </Page>
  );
}
