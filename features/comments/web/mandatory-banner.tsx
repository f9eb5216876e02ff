import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { lessonCommentsQuery, openMandatoryQuery, useCommentEvents } from './api.ts';
import { MESSAGES } from './messages.ts';
import { openMandatory } from './open-mandatory.ts';

/** More screens than these are behind View Comments. */
const SCREENS = 4;

/** Says that the lesson has mandatory comments that are not approved, and leads to their threads. Follows what others do. */
export function MandatoryBanner({ lessonId }: { lessonId: number }) {
  const { data: isOpen = false } = useQuery(openMandatoryQuery(lessonId));
  const { data: comments = [] } = useQuery({ ...lessonCommentsQuery(lessonId), enabled: isOpen });
  useCommentEvents(lessonId);
  if (!isOpen) return null;
  return (
    <Banner
      kind="warning"
      actions={
        <>
          {openMandatory(comments)
            .slice(0, SCREENS)
            .map(({ screenId, sequence, count, first }) => (
              <LinkButton
                key={screenId}
                to="/lesson/$lessonId/screen/$screenId"
                params={{ lessonId, screenId: String(screenId) }}
                search={{ comment: first }}
                size="compact-sm"
                variant="default"
              >
                Screen {sequence}: {count} open
              </LinkButton>
            ))}
          <LinkButton to="/lesson/$lessonId/comments" params={{ lessonId }} size="compact-sm" variant="default">
            {MESSAGES.viewComments}
          </LinkButton>
        </>
      }
    >
      {MESSAGES.mandatoryOpen}
    </Banner>
  );
}
