import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { jumpToSection } from '#platform/web/ui/jump-to-section.ts';
import { LeftToDo } from '#platform/web/ui/left-to-do.tsx';
import type { Course, CourseFields } from '../contract/courses.ts';
import type { Path, PathFields, Step } from '../contract/paths.ts';
import { courseStepsLeft, pathStepsLeft } from '../rules/curriculum-steps.ts';
import { courseLessonsQuery } from './course-api.ts';
import { usePathFacts } from './path-facts.ts';

interface CourseLeftToDoProps {
  course: Course;
  fields: Pick<CourseFields, 'description' | 'short_description'>;
  isDirty: boolean;
}

/** What is left to do until the course is published. */
export function CourseLeftToDo({ course, fields, isDirty }: CourseLeftToDoProps) {
  const lessons = useQuery(courseLessonsQuery(course.id)).data;
  const steps = courseStepsLeft({
    isMain: course.is_main,
    hasDescription: isDescribed(fields),
    reviewStatus: useReviewStatus(course.release_id),
    lessons: lessons ? { count: lessons.length, missing: lessons.filter(({ id }) => id === null).length } : null,
  });
  return <Steps steps={steps} releaseId={course.release_id} isQuiet={isDirty} sections={COURSE_SECTIONS} />;
}

interface PathLeftToDoProps {
  path: Path;
  /** Absent while they load. */
  steps: readonly Step[] | undefined;
  fields: Pick<PathFields, 'description' | 'short_description'>;
  isDirty: boolean;
}

/** What is left to do until the path is published. */
export function PathLeftToDo({ path, steps, fields, isDirty }: PathLeftToDoProps) {
  const facts = usePathFacts(steps ?? []);
  const left = pathStepsLeft({
    isMain: path.is_main,
    hasDescription: isDescribed(fields),
    reviewStatus: useReviewStatus(path.release_id),
    steps: steps ? { count: steps.length, empty: facts.steps.filter(({ courses }) => courses === 0).length, missing: facts.missing } : null,
  });
  return <Steps steps={left} releaseId={path.release_id} isQuiet={isDirty} sections={PATH_SECTIONS} />;
}

const COURSE_SECTIONS = { content: 'Lessons', description: 'Details' } as const;
const PATH_SECTIONS = { content: 'Path Outline', description: 'Path Details' } as const;

interface StepsProps {
  steps: ReturnType<typeof courseStepsLeft>;
  releaseId: number;
  isQuiet: boolean;
  /** The titles of the sections where steps are taken. */
  sections: Readonly<Record<'content' | 'description', string>>;
}

function Steps({ steps, releaseId, isQuiet, sections }: StepsProps) {
  return (
    <LeftToDo
      steps={steps}
      isQuiet={isQuiet}
      wayTo={({ place }) =>
        place === 'pull' ? { to: '/releases/$releaseId/pull', params: { releaseId } } : () => jumpToSection(sections[place])
      }
    />
  );
}

function isDescribed({ description, short_description }: CourseLeftToDoProps['fields']): boolean {
  return `${description}${short_description}`.trim() !== '';
}

/** Undefined: not loaded, or external authors, who see no releases. */
function useReviewStatus(releaseId: number): string | null | undefined {
  const { external } = useCurrentUser();
  const release = useQuery({ ...releasesQuery, enabled: !external }).data?.find(({ id }) => id === releaseId);
  return release && (release.pull_request?.status ?? null);
}
