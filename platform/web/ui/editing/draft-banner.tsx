import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { saveAsFile } from '../../download.ts';
import { draftText } from '../../set-aside.ts';
import { Banner } from '../banner.tsx';
import { RelativeTime } from '../relative-time.tsx';
import type { DraftStatus } from './use-draft.ts';

interface DraftBannerProps {
  draft: DraftStatus;
  /** What the changes are to: `this course`. */
  what: string;
  /** Beside the news that changes were restored. */
  actions?: ReactNode;
}

/** Offers the unsaved changes of an earlier visit, or says that they were restored; nothing where there are none. */
export function DraftBanner({ draft: { offer, restoredAt, acknowledge }, what, actions }: DraftBannerProps) {
  if (restoredAt !== null)
    return (
      <Banner kind="info" actions={actions} onClose={acknowledge}>
        Your unsaved changes to {what} were kept in this browser, and are restored. Last edited <RelativeTime at={restoredAt} />.
      </Banner>
    );
  if (!offer) return null;
  const { draft, restore, discard } = offer;
  const download = () => saveAsFile(new Blob([draftText(draft)], { type: 'text/plain' }), 'unsaved-changes.txt');
  return (
    <Banner
      kind="info"
      actions={
        <>
          <Button size="xs" onClick={restore ?? download}>
            {restore ? 'Restore' : 'Download'}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      {restore
        ? `You have unsaved changes to ${what}, kept in this browser.`
        : `Some unsaved changes to ${what} were not restored, because you have edited the same fields since.`}{' '}
      Last edited <RelativeTime at={new Date(draft.at).toISOString()} />.
    </Banner>
  );
}
