import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';

/** Why a lesson was not created, with a link to the existing one. */
export function Refusal({ text, existing }: { text: string; existing: LessonRow | null }) {
  return (
    <ErrorBanner
      text={text}
      actions={
        existing ? (
          <LinkButton to="/lesson/$lessonId" params={{ lessonId: existing.id }} size="xs" variant="default">
            Go to lesson {existing.sequence} in {existing.release_name}
          </LinkButton>
        ) : null
      }
    />
  );
}
