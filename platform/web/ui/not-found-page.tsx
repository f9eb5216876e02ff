import { Text } from '@mantine/core';
import { LinkButton } from './links.tsx';
import { Page } from './page.tsx';

/** Shown for an unknown address, or one whose lesson does not exist. */
export function NotFoundPage() {
  return (
    <Page title="Page not found" layout="report" isNarrow>
      <Text size="sm">It may have been deleted, or the link is incomplete.</Text>
      <div>
        <LinkButton to="/" variant="default">
          Go to lessons
        </LinkButton>
      </div>
    </Page>
  );
}
