import { useQuery } from '@tanstack/react-query';
import { lessonCommentsQuery } from '#features/comments/web/api.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { useBuild } from '#features/packages/web/use-build.ts';
import { useSavedLesson } from '#features/preflight/web/api.ts';
import { preflightQuery } from '#features/preflight/web/queries.ts';
import { lessonProposalsQuery } from '#features/proposals/web/queries.ts';
import { LeftToDo } from '#platform/web/ui/left-to-do.tsx';
import { type KnownWork, type StepPlace, stepsLeft } from './steps-left.ts';

interface LessonLeftToDoProps {
  lesson: Lesson;
  isExternal: boolean;
  isDirty: boolean;
}

/** What is left to do until the lesson is published. */
export function LessonLeftToDo({ lesson, isExternal, isDirty }: LessonLeftToDoProps) {
  const steps = stepsLeft(useKnownWork(lesson));
  return (
    <LeftToDo steps={steps} wayTo={({ place }) => addressOf(isExternal && place === 'pull' ? 'review' : place, lesson)} isQuiet={isDirty} />
  );
}

/** The page loads all of it anyway. */
function useKnownWork(lesson: Lesson): KnownWork {
  useSavedLesson(lesson.id);
  const screens = useQuery(screenNamesQuery(lesson.id));
  const preflight = useQuery({ ...preflightQuery({ lesson: lesson.id }), refetchInterval: false });
  const comments = useQuery(lessonCommentsQuery(lesson.id));
  const proposals = useQuery(lessonProposalsQuery(lesson.id));
  const build = useBuild(lesson.id, lesson.has_runner);
  const open = comments.data?.filter(({ approved }) => !approved);
  return {
    mainState: lesson.main_state,
    reviewStatus: lesson.review_status,
    screens: screens.data?.length ?? null,
    findings: preflight.isPending ? 'loading' : (preflight.data?.lessons[0]?.counts ?? null),
    comments: open ? { open: open.length, mandatory: open.filter(({ mandatory }) => mandatory).length } : null,
    proposals: proposals.data?.length ?? null,
    packages: build.data?.build.state ?? null,
  };
}

/** External authors see the state of a review on the lesson's own page. */
function addressOf(place: StepPlace, { id, release_id }: Lesson) {
  const params = { lessonId: id };
  if (place === 'preflight') return { to: '/lesson/$lessonId/preflight', params } as const;
  if (place === 'proposals') return { to: '/lesson/$lessonId/proposals', params } as const;
  if (place === 'comments') return { to: '/lesson/$lessonId/comments', params } as const;
  if (place === 'pull') return { to: '/releases/$releaseId/pull', params: { releaseId: release_id } } as const;
  return { to: '/lesson/$lessonId', params, search: place === 'screens' ? {} : { tab: place } } as const;
}
