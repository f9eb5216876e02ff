import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Comment } from '../contract.ts';
import { CommentCard } from './comment-card.tsx';
import { CommentFilters } from './comment-filters.tsx';
import { NoMatch } from './comments-panel.tsx';
import { type CommentFilter, filterComments } from './filter-comments.ts';
import { MESSAGES } from './messages.ts';
import type { Passages } from './passage.ts';
import classes from './comments.module.css';

interface LessonCommentsProps {
  lessonId: number;
  comments: readonly Comment[];
  passages: Passages;
  filters: readonly CommentFilter[];
  onFilters: (filters: CommentFilter[]) => void;
  /** What a person calls a screen. */
  screenName: (screenId: number, sequence: number) => string;
}

/** The comments of a lesson by screen, the newest of each first. */
export function LessonComments({ lessonId, comments, passages, filters, onFilters, screenName }: LessonCommentsProps) {
  if (comments.length === 0) return <EmptyState text={MESSAGES.noneInLesson} />;
  const shown = filterComments(comments, filters);
  const byScreen = [...Map.groupBy(shown, ({ screen_id }) => screen_id)];
  return (
    <>
      <CommentFilters filters={filters} onChange={onFilters} />
      {shown.length === 0 && <NoMatch onClear={() => onFilters([])} />}
      {byScreen.map(([screenId, group]) => (
        <section key={screenId} className={classes.group} aria-label={`Comments of screen ${group[0]?.sequence}`}>
          <Title order={2} className={classes.groupTitle ?? ''}>
            <Link
              to="/lesson/$lessonId/screen/$screenId"
              params={{ lessonId, screenId: String(screenId) }}
              search={{ section: 'comments' }}
            >
              {screenName(screenId, group[0]?.sequence ?? 0)}
            </Link>
          </Title>
          {group.toReversed().map((comment) => (
            <CommentCard key={comment.id} lessonId={lessonId} comment={comment} passages={passages} />
          ))}
        </section>
      ))}
    </>
  );
}
