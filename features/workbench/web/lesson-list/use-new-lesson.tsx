import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { useCreateLesson } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonTemplatesQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { findExisting } from './find-existing.ts';
import { NewLessonForm } from './new-lesson-form.tsx';
import { Refusal } from './refusal.tsx';

interface NewLessonOptions {
  /** The lessons that exist: their numbers are taken. */
  lessons: readonly LessonRow[];
  /** The lesson that is duplicated; absent: the new one is empty. */
  original?: Pick<LessonRow, 'id' | 'title'> | undefined;
  /** True: the caret is in the title at once. */
  takesFocus: boolean;
}

/** Creates a lesson, and opens its first screen. Returns the form, and why the last one was refused. */
export function useNewLesson({ lessons, original, takesFocus }: NewLessonOptions): { form: ReactNode; refusal: ReactNode } {
  const navigate = useNavigate();
  const create = useCreateLesson();
  const { external } = useCurrentUser();
  const templates = useQuery({ ...lessonTemplatesQuery, enabled: !external && original === undefined });
  return {
    form: (
      <NewLessonForm
        lessons={lessons}
        isBusy={create.isPending}
        takesFocus={takesFocus}
        key={original?.id}
        copyOf={original?.title}
        templates={templates.data}
        onCreate={(lesson) =>
          create.mutate(
            { first_screen: true, from: original?.id, ...lesson },
            {
              onSuccess: ({ id, screens: [screenId] = [] }) =>
                screenId === undefined
                  ? void navigate({ to: '/lesson/$lessonId', params: { lessonId: id } })
                  : void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId: id, screenId: String(screenId) } }),
            },
          )
        }
      />
    ),
    refusal: create.isError ? (
      <Refusal
        text={errorText(create.error, MESSAGES.createFailed)}
        existing={findExisting(create.error, create.variables.sequence, lessons)}
      />
    ) : null,
  };
}
