import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Comment } from '../contract.ts';
import { lessonCommentsQuery, screenCommentsQuery } from './api.ts';

/** How many comments of a screen are not approved yet; nothing where all are. */
export function ScreenCommentCount({ lessonId, screenId }: { lessonId: number; screenId: number }) {
  return <OpenCount comments={useQuery(screenCommentsQuery(lessonId, screenId)).data} />;
}

/** The same of a lesson. */
export function LessonCommentCount({ lessonId }: { lessonId: number }) {
  return <OpenCount comments={useQuery(lessonCommentsQuery(lessonId)).data} />;
}

function OpenCount({ comments = [] }: { comments?: readonly Comment[] | undefined }) {
  const count = comments.filter(({ approved }) => !approved).length;
  if (count === 0) return null;
  return (
    <Badge color="draft" size="sm">
      {count}
    </Badge>
  );
}
