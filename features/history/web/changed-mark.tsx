import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lessonNewsListQuery } from './queries.ts';

/** Marks a lesson of the list that others changed since the user's last visit. */
export function ChangedMark({ lessonId }: { lessonId: number }) {
  const { data: news } = useQuery({ ...lessonNewsListQuery, select: (all) => all.find(({ lesson_id }) => lesson_id === lessonId) });
  if (!news) return null;
  const names = news.by.length === 0 ? 'others' : news.by.join(', ');
  return (
    <Badge size="sm" color="changed" variant="light" title={`Changed by ${names} since you were last here`}>
      Changed
    </Badge>
  );
}
