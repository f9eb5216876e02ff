import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorBanner } from './banner.tsx';
import { Page } from './page.tsx';

/** What stands in the place of a page that could not be shown. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page could not be shown" layout="narrow">
      <ErrorBanner
        text={error instanceof Error && error.message !== '' ? error.message : 'An error occurred.'}
        actions={
          <Button size="xs" variant="default" onClick={tryAgain}>
            Try again
          </Button>
        }
      />
    </Page>
  );
}
