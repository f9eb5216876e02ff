import { Button, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SetAsideBanner } from '#features/accounts/web/session/set-aside-banner.tsx';
import { setAsideRestored } from '#platform/web/set-aside.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { Page } from '#platform/web/ui/page.tsx';

/** Shown in place of a page that failed. */
export function PageError({ error }: ErrorComponentProps) {
  const [isSetAside, setSetAside] = useState(false);
  useEffect(() => void setAsideRestored().finally(() => setSetAside(true)), []);
  return (
    <Page title="Couldn’t show this page" layout="report" isNarrow>
      <Banner
        kind="error"
        actions={
          <>
            <Button size="xs" disabled={!isSetAside} onClick={() => globalThis.location.reload()}>
              Reload page
            </Button>
            {/* A plain link, so that the app restarts. */}
            <Button size="xs" variant="default" component="a" href="/">
              Go to lessons
            </Button>
          </>
        }
      >
        Something in this page failed. What you saved is safe. Unsaved edits are kept in this browser, and you can restore them when you
        open the page again.
      </Banner>
      {isSetAside ? <SetAsideBanner /> : null}
      <Text size="sm" c="dimmed">
        {error instanceof Error && error.message !== '' ? `Details: ${error.message}` : 'An error occurred.'}
      </Text>
    </Page>
  );
}
