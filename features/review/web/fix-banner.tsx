import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { canStartReview, mayEdit } from '#features/lessons/lessons.policy.ts';
import { api } from '#platform/web/api.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useStore } from '#platform/web/use-store.ts';
import { MESSAGES } from './messages.ts';
import { SendLesson } from './send-lesson.tsx';

interface FixBannerProps {
  lesson: Lesson;
  /** What the page has to save. */
  parts: UnsavedParts;
}

/** On an author's own copy of a published lesson: sends it for review, and saves it first. */
export function FixBanner({ lesson, parts }: FixBannerProps) {
  const { isDirty } = useStore(parts);
  const user = useCurrentUser();
  const [isSaving, setSaving] = useState(false);
  const [isSending, setSending] = useState(false);
  const isCopy = lesson.is_own_drafts && lesson.main_state !== 'new' && mayEdit(user, lesson);
  const canSend = canStartReview(user, lesson);
  const isUnderReview = lesson.release_status === 'Modified' && !canSend;
  async function send() {
    setSaving(true);
    const isSaved = !isDirty || (await parts.saveAll());
    // Without this, what was saved automatically would be listed after a pause only.
    if (isSaved) await api.commitSaves({ params: { id: lesson.id }, body: {} }).catch(() => undefined);
    setSaving(false);
    if (isSaved) setSending(true);
  }
  return (
    <>
      {isCopy && !isUnderReview ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" variant="default" loading={isSaving} disabled={!isDirty && !canSend} onClick={() => void send()}>
              Send fix
            </Button>
          }
        >
          {MESSAGES.isFix}
        </Banner>
      ) : null}
      {isSending ? <SendLesson lesson={lesson} onClose={() => setSending(false)} /> : null}
    </>
  );
}
