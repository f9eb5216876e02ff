import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { KeepText } from './keep-text.tsx';
import { SCREEN_MESSAGES } from './messages.ts';
import { unsavedText } from './unsaved-text.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

interface ScreenBannersProps {
  editing: ScreenEditing;
  lesson: Lesson;
  /** Beside the reason why nothing can be changed: the way out of it. */
  cloneAction: ReactNode;
  /** What holds the commits of its release up. */
  release: ReactNode;
}

/** Everything about this screen that its author must know, at the top of it. */
export function ScreenBanners({ editing, lesson, cloneAction, release }: ScreenBannersProps) {
  const { draft, foreignSave, saving, isReadOnly, isDirty } = editing;
  return (
    <>
      {release}
      {editing.isDirty && editing.saving.isGone && (
        <Banner
          kind="warning"
          actions={
            <KeepText name={`screen-${editing.screenId}`} read={() => unsavedText(editing.form.changes(), editing.state.short.type)} />
          }
        >
          {SCREEN_MESSAGES.textKept}
        </Banner>
      )}
      {isReadOnly && (
        <Banner kind="info" actions={lesson.is_main && cloneAction}>
          {lesson.is_main
            ? 'This lesson is published and cannot be edited. Clone it to work on a version of your own; code can be run here all the same.'
            : 'This lesson is not fully imported yet, so it cannot be edited.'}
        </Banner>
      )}
      {draft && (
        <Banner
          kind="warning"
          actions={
            <>
              <Button size="compact-sm" onClick={draft.restore}>
                Restore
              </Button>
              <Button size="compact-sm" variant="default" onClick={draft.discard}>
                Discard
              </Button>
            </>
          }
        >
          Unsaved edits of this screen were kept in this browser, from <RelativeTime at={draft.at.toISOString()} />.
        </Banner>
      )}
      {foreignSave && (
        <Banner kind="info">{foreignSave.by} saved this screen meanwhile. Your edits stay; saving puts both together.</Banner>
      )}
      {isDirty && !saving.isSaving && saving.failure !== null && (
        <ErrorBanner
          text={`Not saved: ${saving.failure}`}
          actions={
            <Button size="compact-sm" variant="default" onClick={() => void saving.save()}>
              Try again
            </Button>
          }
        />
      )}
    </>
  );
}
