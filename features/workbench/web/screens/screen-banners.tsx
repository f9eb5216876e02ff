import type { ReactNode } from 'react';
import { SetAsideBanner } from '#features/accounts/web/session/set-aside-banner.tsx';
import { Banner } from '#platform/web/ui/banner.tsx';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { NotSavedBanner } from '#platform/web/ui/editing/use-page-save.tsx';
import { KeepText } from './keep-text.tsx';
import { SCREEN_MESSAGES } from './messages.ts';
import { unsavedText, whyStuck } from './unsaved-text.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

interface ScreenBannersProps {
  editing: ScreenEditing;
  page: UnsavedParts;
  /** Beside the reason why nothing can be changed: the ways out of it. */
  waysOut: ReactNode;
  /** What blocks the commits of its release. */
  release: ReactNode;
}

/** Banners above the screen. */
export function ScreenBanners({ editing, page, waysOut, release }: ScreenBannersProps) {
  const stuck = whyStuck(editing);
  return (
    <>
      <SetAsideBanner />
      {release}
      {stuck !== null && (
        <Banner
          kind="warning"
          actions={
            <KeepText name={`screen-${editing.screenId}`} read={() => unsavedText(editing.session.changes(), editing.fields.type)} />
          }
        >
          {stuck}
        </Banner>
      )}
      {editing.readOnly !== null && (
        <Banner kind="info" actions={editing.readOnly !== 'shallow' && waysOut}>
          {SCREEN_MESSAGES.readOnly[editing.readOnly]}
        </Banner>
      )}
      <DraftBanner draft={editing.draft} what="this screen" />
      <NotSavedBanner parts={page} />
    </>
  );
}
