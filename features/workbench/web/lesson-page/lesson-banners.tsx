import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { SetAsideBanner } from '#features/accounts/web/session/set-aside-banner.tsx';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { ReopenRelease } from '#features/releases/web/reopen-release.tsx';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import type { DraftStatus } from '#platform/web/ui/editing/use-draft.ts';
import { FixButton } from '../screens/fix-button.tsx';
import classes from './lesson-page.module.css';

interface LessonBannersProps {
  lesson: Lesson;
  draft: DraftStatus;
  /** Copies a lesson that the user can't edit into their drafts. */
  clone: { run: () => void; isBusy: boolean; error: string | null };
  /** Reads the rest of a lesson of which only the metadata was imported. */
  wholeImport: { run: () => void; isBusy: boolean; error: string | null };
  /** What blocks the commits of its release. */
  release: ReactNode;
  /** What the lesson and the collection that it was imported from both changed. */
  collection: ReactNode;
  /** Why the last save failed. */
  saveError: string | null;
  /** What the next save leaves out. */
  warning: string | null;
}

/** The state of a lesson: why it cannot be edited, what blocks its commits, what is unsaved. */
export function LessonBanners({ lesson, draft, clone, wholeImport, release, collection, saveError, warning }: LessonBannersProps) {
  const reason = readOnlyReason(useCurrentUser(), lesson);
  return (
    <div className={classes.banners}>
      {lesson.is_shallow_import ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" loading={wholeImport.isBusy} onClick={wholeImport.run}>
              Import Lesson
            </Button>
          }
        >
          {wholeImport.isBusy ? MESSAGES.importing : MESSAGES.shallow}
        </Banner>
      ) : null}
      <ErrorBanner text={lesson.is_shallow_import ? wholeImport.error : null} />
      {reason === null || reason === 'shallow' ? null : (
        <Banner
          kind="info"
          actions={
            <>
              {reason === 'closed' ? <ReopenRelease releaseId={lesson.release_id} /> : null}
              {reason === 'published' ? <FixButton lesson={lesson} size="xs" /> : null}
              <Button size="xs" variant="default" loading={clone.isBusy} onClick={clone.run}>
                Clone
              </Button>
            </>
          }
        >
          {READ_ONLY_TEXTS[reason]}
        </Banner>
      )}
      <ErrorBanner text={clone.error} />
      <SetAsideBanner />
      {release}
      {collection}
      <DraftBanner draft={draft} what="this lesson" />
      <ErrorBanner text={saveError} />
      {warning === null ? null : <Banner kind="warning">{warning}</Banner>}
    </div>
  );
}
