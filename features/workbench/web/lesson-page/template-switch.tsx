import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonTemplatesQuery } from '#features/lessons/web/queries.ts';
import { canCall } from '#platform/contract/roles.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';

/** Makes a lesson a template of the team, at once: it is no field of the lesson, and also holds for published ones. */
export function TemplateSwitch({ lesson }: { lesson: Pick<Lesson, 'id' | 'uuid'> }) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const templates = useQuery(lessonTemplatesQuery);
  const set = useMutation({
    mutationFn: (is_template: boolean) => api.setLessonTemplate({ params: { id: lesson.id }, body: { is_template } }),
    onSuccess: (now) => client.setQueryData(lessonTemplatesQuery.queryKey, now),
  });
  const isMarked = templates.data?.some(({ uuid }) => uuid === lesson.uuid) ?? false;
  return (
    <>
      <ErrorBanner text={templates.isError ? errorText(templates.error, MESSAGES.templatesFailed) : null} />
      <ErrorBanner text={set.isError ? errorText(set.error, MESSAGES.templateFailed) : null} />
      <Switch
        label="Team template"
        description={MESSAGES.aboutTemplate}
        checked={set.isPending ? set.variables : isMarked}
        disabled={!templates.data || !canCall('reviewer', user)}
        onChange={(event) => set.mutate(event.currentTarget.checked)}
      />
    </>
  );
}
