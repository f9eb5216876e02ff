import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { lessonCommentsQuery, openMandatoryQuery, useCommentEvents } from './api.ts';
import { MESSAGES } from './messages.ts';
import { isPutAside, openMandatory, openMandatoryIds } from './open-mandatory.ts';

/** More screens than these are behind View Comments. */
const SCREENS = 4;

interface MandatoryBannerProps {
  lessonId: number;
  /** It can be closed, until another mandatory comment is added. */
  canClose?: boolean;
}

const NONE: number[] = [];

/** Says that the lesson has mandatory comments that are not approved, and leads to their threads. Follows what others do. */
export function MandatoryBanner({ lessonId, canClose = false }: MandatoryBannerProps) {
  const { data: isOpen = false } = useQuery(openMandatoryQuery(lessonId));
  const { data } = useQuery({ ...lessonCommentsQuery(lessonId), enabled: isOpen });
  const comments = data ?? [];
  const [putAside, setPutAside] = useSessionStorage({
    key: `lessonwright.mandatory-read.${lessonId}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
  useCommentEvents(lessonId);
  if (!isOpen || (canClose && isPutAside(data, putAside))) return null;
  return (
    <Banner
      kind="warning"
      {...(canClose && data && { onClose: () => setPutAside(openMandatoryIds(data)) })}
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
