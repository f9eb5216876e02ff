import { useQuery } from '@tanstack/react-query';
import { TextLink } from '#platform/web/ui/links.tsx';
import { checkTrustQuery } from './api.ts';
import { levelOf } from './trust-rules.ts';
import { LevelBadge } from './trust-table.tsx';
import layout from '#platform/web/ui/layout.module.css';

/** How far the checks of one screen can be trusted, with the way to the findings. Empty for a screen without checks. */
export function ScreenTrust({ lessonId, screenId }: { lessonId: number; screenId: number }) {
  const { data } = useQuery(checkTrustQuery(lessonId));
  const screen = data?.find(({ screen_id }) => screen_id === screenId);
  if (!screen) return null;
  return (
    <span className={layout.wrapCentered}>
      <TextLink to="/lesson/$lessonId/checks" params={{ lessonId }} search={{ screen: screenId }}>
        Checks
      </TextLink>
      <LevelBadge level={levelOf(screen.trust)} why={screen.trust?.is_current === true ? screen.trust.findings[0]?.text : undefined} />
    </span>
  );
}
