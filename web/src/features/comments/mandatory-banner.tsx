import { useQuery } from '@tanstack/react-query';
import type { Comment } from '#contract/comments.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton, TextLink } from '#web/ui/links.tsx';
import { lessonCommentsQuery, openMandatoryQuery, useCommentEvents } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Says that the lesson has mandatory comments that are not approved, and leads to each of them. Follows what others do. */
export function MandatoryBanner({ lessonId }: { lessonId: number }) {
  const { data: isOpen = false } = useQuery(openMandatoryQuery(lessonId));
  const { data: comments = [] } = useQuery({ ...lessonCommentsQuery(lessonId), enabled: isOpen });
  useCommentEvents(lessonId);
  if (!isOpen) return null;
  const open = comments.filter(({ mandatory, approved }) => mandatory && !approved);
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
      {open.length > 0 ? <OpenOnes lessonId={lessonId} open={open} /> : null}
    </Banner>
  );
}

/** `2 open: screen 3, screen 5`, each a link to the comments of the screen. */
function OpenOnes({ lessonId, open }: { lessonId: number; open: readonly Pick<Comment, 'screen_id' | 'sequence'>[] }) {
  const screens = new Map(open.map(({ screen_id, sequence }) => [screen_id, sequence]));
  return (
    <>
      {` ${open.length} open: `}
      {[...screens].map(([id, sequence], index) => (
        <span key={id}>
          {index === 0 ? null : ', '}
          <TextLink
            to="/lesson/$lessonId/screen/$screenId"
            params={{ lessonId, screenId: String(id) }}
            search={{ section: 'comments' }}
            inherit
            underline="always"
            c="inherit"
          >
            screen {sequence}
          </TextLink>
        </span>
      ))}
    </>
  );
}
