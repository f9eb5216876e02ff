import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import type { ExternalLinks } from '../contract/preflight.ts';
import { MESSAGES } from './messages.ts';
import { preflightQuery, type Scope } from './queries.ts';

/** Checks links to other sites on request: it takes a second for each link of a host. */
export function LinkCheck({ scope, links }: { scope: Scope; links: ExternalLinks }) {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [failure, setFailure] = useState<string | null>(null);
  const { queryKey } = preflightQuery(scope);

  async function check() {
    setFailure(null);
    try {
      const found = await run(({ operationId }) => {
        const body = { operation_id: operationId };
        return 'release' in scope
          ? api.checkReleaseLinks({ params: { id: scope.release }, body })
          : api.checkLessonLinks({ params: { id: scope.lesson }, body });
      });
      client.setQueryData(queryKey, found);
    } catch (error) {
      setFailure(errorText(error, MESSAGES.linksFailed));
      await client.invalidateQueries({ queryKey });
    }
  }

  return (
    <>
      <ErrorBanner text={failure} />
      <ProgressPanel operation={operation} what="Checking links" />
      {links.is_on && links.due > 0 && !operation.isRunning ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" variant="default" onClick={() => void check()}>
              Check links
            </Button>
          }
        >
          {MESSAGES.linksDue(links.due, links.total)}
        </Banner>
      ) : null}
    </>
  );
}
