import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import type { ScreenGate } from '../contract/screen-tests.ts';
import { gateQuery, useTestEvents } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Warns when the saved answer fails its own checks, or the initial code passes them, and says if the result is outdated. */
export function GateBanner({ lessonId, screenId }: { lessonId: number; screenId: number }) {
  useTestEvents(lessonId);
  const { data: gate } = useQuery(gateQuery({ lessonId, screenId }));
  return gate ? <GateFindings lessonId={lessonId} gate={gate} /> : null;
}

interface GateFindingsProps {
  lessonId: number;
  gate: Pick<ScreenGate, 'warnings' | 'is_outdated'>;
}

export function GateFindings({ lessonId, gate: { warnings, is_outdated } }: GateFindingsProps) {
  if (warnings.length === 0 && !is_outdated) return null;
  return (
    <Banner
      kind={is_outdated ? 'info' : 'warning'}
      actions={
        <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId }} size="xs" variant="default">
          Lesson Tests
        </LinkButton>
      }
    >
      {is_outdated ? MESSAGES.outdated : warnings.join(' ')}
    </Banner>
  );
}
