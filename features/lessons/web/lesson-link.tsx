import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { lessonQuery } from './queries.ts';

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
      // On the baseline of the larger title. Trimmed to its capitals, the box of the text would cut off the ends of g and p.
      styles={{
        root: { top: 1 },
        label: { display: 'block', height: 'auto', lineHeight: 1.5, textBoxTrim: 'none', textOverflow: 'ellipsis' },
      }}
    >
      Lesson {lesson.sequence} {lesson.title}
    </LinkButton>
  );
}
