import { useQuery } from '@tanstack/react-query';
import { lessonQuery } from './queries.ts';
import { LinkButton } from '#web/ui/links.tsx';

/** The way back from a page about a lesson to the lesson; nothing until its name is known. */
export function LessonLink({ lessonId }: { lessonId: number }) {
  const { data: lesson } = useQuery(lessonQuery(lessonId));
  if (!lesson) return null;
  return (
    <LinkButton
      to="/lesson/$lessonId"
      params={{ lessonId }}
      size="compact-sm"
      variant="subtle"
      maw="100%"
      styles={{ label: { display: 'block', height: 'auto', textOverflow: 'ellipsis' } }}
    >
      Lesson {lesson.sequence} {lesson.title}
    </LinkButton>
  );
}
