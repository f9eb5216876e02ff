import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { CopiedScreens } from '#features/lessons/contract/copied-screens.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { leaveScreen } from './leave-screen.ts';
import { SCREEN_MESSAGES as MESSAGES } from './messages.ts';

interface CopyScreenDialogProps {
  lessonId: number;
  screenId: number;
  /** It can be copied, but not moved away. */
  isReadOnly: boolean;
  onMoved: () => void;
  onClose: () => void;
}

/** Copies or moves a screen to another lesson, with the files that it names. Open while rendered. */
export default function CopyScreenDialog({ lessonId, screenId, isReadOnly, onMoved, onClose }: CopyScreenDialogProps) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const lessons = useQuery(lessonsQuery);
  const [target, setTarget] = useState<string | null>(null);
  const [isMove, setMove] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const targets = (lessons.data ?? []).filter((row) => row.id !== lessonId && mayEdit(user, row));
  const copy = useMutation({
    mutationFn: (id: number) => api.copyScreens({ params: { id }, body: { screens: [screenId], move: isMove } }),
    onMutate: () => (isMove ? leaveScreen(client, lessonId, screenId) : undefined),
    onError: (_error, _id, stay) => stay?.(),
    onSuccess: (copied, id) => {
      const lesson = targets.find((row) => row.id === id);
      onClose();
      if (isMove) onMoved();
      const [copyId] = copied.screens;
      if (lesson)
        showOffer({
          message: toldOf(copied, lesson, isMove),
          label: 'Open',
          onClick: () => void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: id, screenId: String(copyId) } }),
        });
    },
  });
  const title = isMove ? 'Move screen to another lesson' : 'Copy screen to another lesson';
  return (
    <TaskDialog title={title} size="md" isRunning={copy.isPending} onClose={onClose}>
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (target !== null && !copy.isPending) copy.mutate(Number(target));
        }}
      >
        <Stack>
          <ErrorBanner text={copy.isError ? errorText(copy.error, MESSAGES.notCopied) : null} />
          <ErrorBanner text={lessons.isError ? errorText(lessons.error, MESSAGES.lessonsNotLoaded) : null} />
          <SegmentedControl
            aria-label="What happens to this screen"
            value={isMove ? 'move' : 'copy'}
            onChange={(value) => setMove(value === 'move')}
            data={[
              { value: 'copy', label: 'Copy' },
              { value: 'move', label: 'Move', disabled: isReadOnly },
            ]}
          />
          <Select
            label="Lesson"
            description="Your lessons and those in open releases. The screen is added at the end, with the images and data files that it uses."
            placeholder="Number or title"
            data-autofocus
            searchable
            selectFirstOptionOnChange
            // Over the field it would cover the buttons.
            comboboxProps={{ position: 'top', middlewares: { flip: true } }}
            limit={50}
            nothingFoundMessage={targets.length === 0 ? MESSAGES.noOtherLesson : MESSAGES.noLesson}
            data={targets.map((row) => ({ value: String(row.id), label: `${row.sequence} ${row.title} (${row.release_name})` }))}
            value={target}
            onChange={setTarget}
            error={isChecked && target === null ? MESSAGES.chooseLesson : null}
          />
          {isMove ? <Text size="sm">{MESSAGES.whatMoves}</Text> : null}
          <DialogButtons submitLabel={isMove ? 'Move' : 'Copy'} isBusy={copy.isPending} onClose={onClose} />
        </Stack>
      </form>
    </TaskDialog>
  );
}

function toldOf({ kept_files, is_other_language }: CopiedScreens, lesson: LessonRow, isMove: boolean): string {
  return [
    `The screen was ${isMove ? 'moved' : 'copied'} to lesson ${lesson.sequence}.`,
    ...(kept_files.length > 0 ? [MESSAGES.keptFiles(kept_files)] : []),
    ...(is_other_language ? [MESSAGES.otherLanguage] : []),
  ].join(' ');
}
