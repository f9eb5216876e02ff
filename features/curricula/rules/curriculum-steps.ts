import { reviewStep } from '#features/releases/review-step.policy.ts';
import { counted } from '#platform/contract/counted.ts';

/** A step on the way of a course or path to its learners. */
interface CurriculumStep {
  readonly state: 'open' | 'waiting' | 'done';
  readonly text: string;
  /** Where it is taken: a section of the page, or the pull request. */
  readonly place: 'content' | 'description' | 'pull';
}

interface CurriculumWork {
  readonly isMain: boolean;
  readonly hasDescription: boolean;
  /** Of the release; undefined: not loaded, or external authors, who see no releases. */
  readonly reviewStatus: string | null | undefined;
}

/** Null: not loaded yet. */
interface CourseWork extends CurriculumWork {
  readonly lessons: { readonly count: number; readonly missing: number } | null;
}

interface PathWork extends CurriculumWork {
  readonly steps: { readonly count: number; readonly empty: number; readonly missing: number } | null;
}

/** What is left to do until a course is published, in the order of the work, and what is done. */
export function courseStepsLeft(work: CourseWork): CurriculumStep[] {
  return stepsLeftOf(work, work.lessons && content('lesson', work.lessons));
}

/** The same of a path. */
export function pathStepsLeft(work: PathWork): CurriculumStep[] {
  const { steps } = work;
  if (steps && steps.empty > 0 && steps.missing === 0) {
    const text = steps.empty === 1 ? 'Add courses to 1 empty step' : `Add courses to ${steps.empty} empty steps`;
    return stepsLeftOf(work, { state: 'open', text, place: 'content' });
  }
  return stepsLeftOf(work, steps && content('step', steps));
}

function stepsLeftOf({ isMain, hasDescription, reviewStatus }: CurriculumWork, first: CurriculumStep | null): CurriculumStep[] {
  if (isMain) return [];
  const review = reviewStatus === undefined ? null : reviewStep(reviewStatus);
  return [
    ...(first ? [first] : []),
    hasDescription
      ? { state: 'done', text: 'It has a description', place: 'description' }
      : { state: 'open', text: 'Write a description', place: 'description' },
    ...(review ? [{ state: review.state, text: review.text, place: 'pull' as const }] : []),
  ];
}

function content(noun: 'lesson' | 'step', { count, missing }: { count: number; missing: number }): CurriculumStep {
  const place = 'content';
  if (count === 0) return { state: 'open', text: `Add a first ${noun}`, place };
  if (missing > 0) return { state: 'open', text: `Replace ${counted(missing, `missing ${noun === 'step' ? 'course' : 'lesson'}`)}`, place };
  return { state: 'done', text: `It has ${counted(count, noun)}`, place };
}
