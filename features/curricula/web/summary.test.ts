import { describe, expect, it } from 'vitest';
import type { Step, StepCourse } from '../contract/paths.ts';
import { summarise } from './summary.ts';

const step = (id: number, name: string): Step => ({
  id,
  name,
  slug: '',
  meta_title: '',
  description: '',
  meta_description: '',
  release_id: 1,
  revision: 1,
});

function course(sequence: number, given: Partial<StepCourse> = {}): StepCourse {
  return {
    id: sequence,
    sequence,
    name: `Course ${sequence}`,
    release_id: 1,
    release_name: 'main',
    skill_level: null,
    num_lessons: 4,
    num_projects: 1,
    duration: 3,
    deprecated: false,
    is_main: true,
    is_closed: false,
    last_updated: null,
    ...given,
  };
}

describe('what a path comes to', () => {
  it('counts a course once, however many steps have it, and tells what is missing and without an estimate', () => {
    const courses = new Map([
      [1, [course(10), course(11, { release_name: 'Spring', duration: null })]],
      [2, [course(10), course(12), course(99, { id: null, duration: null })]],
    ]);
    expect(summarise([step(1, 'Begin'), step(2, 'Go on')], (id) => courses.get(id))).toEqual({
      steps: [
        { id: 1, name: 'Begin', courses: 2, hours: 3, missing: 0 },
        { id: 2, name: 'Go on', courses: 3, hours: 6, missing: 1 },
      ],
      courses: 4,
      lessons: 12,
      hours: 6,
      unestimated: 1,
      missing: 1,
      releases: [
        { name: 'main', courses: 2 },
        { name: 'Spring', courses: 1 },
      ],
    });
  });

  it('says of a step whose courses are on their way that they are not known', () => {
    const { steps, courses } = summarise([step(1, 'Begin')], () => undefined);
    expect(steps).toEqual([{ id: 1, name: 'Begin', courses: null, hours: 0, missing: 0 }]);
    expect(courses).toBe(0);
  });
});
