import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { saveAsFile } from '#platform/web/download.ts';
import { clearDraft } from '#platform/web/drafts.ts';
import { draftText, listSetAside, type SetAsideDraft } from '#platform/web/set-aside.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { currentUserQuery } from './current-user.ts';

/** Offers the unsaved edits that were in a page when it failed. */
export function SetAsideBanner() {
  const userId = useQueryClient().getQueryData(currentUserQuery.queryKey)?.id;
  const [drafts, setDrafts] = useState<readonly SetAsideDraft[]>([]);
  useEffect(() => {
    let isLeft = false;
    if (userId !== undefined) void listSetAside(userId).then((found) => !isLeft && setDrafts(found));
    return () => {
      isLeft = true;
    };
  }, [userId]);
  if (drafts.length === 0) return null;
  function download() {
    const text = drafts.map(({ draft }) => draftText(draft)).join('\n');
    saveAsFile(new Blob([text], { type: 'text/plain' }), 'unsaved-edits.txt');
  }
  function discard() {
    setDrafts([]);
    for (const { key } of drafts) void clearDraft(key);
  }
  return (
    <Banner
      kind="warning"
      actions={
        <>
          <Button size="xs" onClick={download}>
            Download
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      A page failed with your unsaved changes in it. They are kept in this browser, and were not restored.{' '}
      <RelativeTime at={new Date(drafts.at(-1)?.draft.at ?? 0).toISOString()} />
    </Banner>
  );
}
