import { useQuery } from '@tanstack/react-query';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/links.tsx';
import { openMandatoryQuery, useCommentEvents } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Says that the lesson has mandatory comments that are not approved. Follows what others do. */
export function MandatoryBanner({ lessonId }: { lessonId: number }) {
  const { data: isOpen = false } = useQuery(openMandatoryQuery(lessonId));
  useCommentEvents(lessonId);
  if (!isOpen) return null;
  return (
    <Banner
      kind="warning"
      actions={
        <LinkButton to="/lesson/$lessonId/comments" params={{ lessonId }} size="compact-sm" variant="default">
          {MESSAGES.viewComments}
        </LinkButton>
      }
    >
      {MESSAGES.mandatoryOpen}
    </Banner>
  );
}
