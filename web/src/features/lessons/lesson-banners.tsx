import { Button } from '@mantine/core';
import type { Lesson } from '#contract/lessons.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import classes from './lesson-page.module.css';
import { MESSAGES } from './messages.ts';
import type { DraftOffer } from './use-lesson-draft.ts';

interface LessonBannersProps {
  lesson: Lesson;
  draft: DraftOffer | null;
  /** Copies a published lesson into one's drafts. */
  clone: { run: () => void; isBusy: boolean; error: string | null };
  /** Why the last save failed. */
  saveError: string | null;
  /** Names of fields that are typed but not added; shown once before a save leaves them out. */
  incomplete: readonly string[];
}

/** What one should know before editing: why it cannot be edited, what holds commits up, what was left unsaved. */
export function LessonBanners({ lesson, draft, clone, saveError, incomplete }: LessonBannersProps) {
  return (
    <div className={classes.banners}>
      {lesson.is_shallow_import ? <Banner kind="info">{MESSAGES.shallow}</Banner> : null}
      {lesson.is_main ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" variant="default" loading={clone.isBusy} onClick={clone.run}>
              Clone
            </Button>
          }
        >
          {MESSAGES.published}
        </Banner>
      ) : null}
      <ErrorBanner text={clone.error} />
      <ErrorBanner text={lesson.release_commit_error} />
      {lesson.release_deletion_date === null ? null : <ErrorBanner text={MESSAGES.branchDeleted(new Date(lesson.release_deletion_date))} />}
      {draft ? (
        <Banner
          kind="info"
          actions={
            <>
              <Button size="xs" onClick={draft.restore}>
                Restore
              </Button>
              <Button size="xs" variant="default" onClick={draft.discard}>
                Discard
              </Button>
            </>
          }
        >
          {MESSAGES.draftKept} <RelativeTime at={draft.at} />
        </Banner>
      ) : null}
      <ErrorBanner text={saveError} />
      {incomplete.length > 0 ? <Banner kind="warning">{MESSAGES.incompleteFields(incomplete)}</Banner> : null}
    </div>
  );
}
