import { useQuery } from '@tanstack/react-query';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/links.tsx';
import { gateQuery, useTestEvents } from './api.ts';

/** Warns when the saved answer fails its own checks, or the initial code passes them. */
export function GateBanner({ lessonId, screenId }: { lessonId: number; screenId: number }) {
  useTestEvents(lessonId);
  const { data: gate } = useQuery(gateQuery({ lessonId, screenId }));
  if (!gate || gate.warnings.length === 0) return null;
  return (
    <Banner
      kind="warning"
      actions={
        <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId }} size="xs" variant="default">
          Lesson Tests
        </LinkButton>
      }
    >
      {gate.warnings.join(' ')}
    </Banner>
  );
}
