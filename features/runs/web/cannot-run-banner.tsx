import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { runnerLanguagesQuery } from '#features/lessons/web/queries.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { whyCannotRun } from './why-cannot-run.ts';

/** Why the code of a lesson can't run on any runner. Empty if it can. */
export function CannotRunBanner({ lesson }: { lesson: Pick<Lesson, 'id' | 'language' | 'language_version'> }) {
  const { data } = useQuery(runnerLanguagesQuery);
  const text = data === undefined ? null : whyCannotRun(lesson, data);
  return text === null ? null : (
    <Banner
      kind="warning"
      actions={
        <LinkButton
          to="/lesson/$lessonId"
          params={{ lessonId: lesson.id }}
          search={{ tab: 'settings' }}
          size="compact-sm"
          variant="default"
        >
          Settings
        </LinkButton>
      }
    >
      {text}
    </Banner>
  );
}
