import type { Action, World } from './world.ts';

// What people change on the pages of courses and paths.

const someCourse = async (world: World) => world.pick(await world.live('courses'));
const somePath = async (world: World) => world.pick(await world.live('paths'));

async function someStep(world: World) {
  const path = await somePath(world);
  const steps = path ? await world.staff.listSteps({ params: { trackId: path.id } }) : [];
  const step = world.pick(steps);
  return path && step ? { path, step, steps } : null;
}

const addLesson: Action = async (world) => {
  const course = await someCourse(world);
  const lesson = world.pick((await world.live('lessons')).filter(({ release_id }) => release_id === course?.release_id));
  if (course && lesson) await world.staff.addCourseLesson({ params: { id: course.id, lessonId: lesson.id }, body: {} });
};

const orderLessons: Action = async (world) => {
  const course = await someCourse(world);
  if (!course) return;
  const params = { id: course.id };
  const before = (await world.staff.listCourseLessons({ params })).map(({ sequence }) => sequence);
  const sequences = before.filter(() => world.random(5) > 0).toReversed();
  await world.staff.setCourseLessons({ params, body: { sequences, before } });
};

const addStep: Action = async (world) => {
  const path = await somePath(world);
  if (!path) return;
  const step = await world.staff.createStep({ body: { name: world.title(), release_id: path.release_id } });
  await world.staff.attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
};

const moveSteps: Action = async (world) => {
  const found = await someStep(world);
  if (!found) return;
  const before = found.steps.map(({ id }) => id);
  const params = { trackId: found.path.id };
  if (world.random(3) === 0) await world.staff.removeStep({ params: { ...params, stepId: found.step.id } });
  else await world.staff.setSteps({ params, body: { step_ids: before.toReversed(), before } });
};

const addStepCourse: Action = async (world) => {
  const found = await someStep(world);
  const course = await someCourse(world);
  if (found && course) await world.staff.addStepCourse({ params: { stepId: found.step.id, courseId: course.id }, body: {} });
};

const restoreDeleted: Action = async (world) => {
  const item = world.pick((await world.staff.listTrash()).filter(({ kind }) => kind === 'course' || kind === 'path'));
  if (item?.kind === 'course') await world.staff.restoreCourse({ params: { id: item.id }, body: {} });
  if (item?.kind === 'path') await world.staff.restorePath({ params: { id: item.id }, body: {} });
};

export const CURRICULUM_ACTIONS: Readonly<Record<string, readonly [weight: number, action: Action]>> = {
  'save a course': [
    5,
    async (world) => {
      const course = await someCourse(world);
      const body = { name: world.title(), overview: world.text(), objectives: [world.text(1)] };
      if (course) await world.staff.updateCourse({ params: { id: course.id }, body });
    },
  ],
  'add a lesson to a course': [4, addLesson],
  'order a course': [2, orderLessons],
  'save a path': [
    4,
    async (world) => {
      const path = await somePath(world);
      if (path) await world.staff.updatePath({ params: { id: path.id }, body: { name: world.title(), motivation: world.text() } });
    },
  ],
  'add a step': [2, addStep],
  'name a step': [
    3,
    async (world) => {
      const found = await someStep(world);
      if (found)
        await world.staff.updateStep({ params: { stepId: found.step.id }, body: { name: world.title(), description: world.text() } });
    },
  ],
  'move or remove a step': [2, moveSteps],
  'add a course to a step': [2, addStepCourse],
  'copy a course': [
    0.5,
    async (world) => {
      const course = await someCourse(world);
      if (course) await world.staff.copyCourse({ params: { id: course.id, releaseId: (await world.release()).id }, body: {} });
    },
  ],
  'delete a course or path': [
    1,
    async (world) => {
      const courses = await world.live('courses');
      const paths = await world.live('paths');
      if (world.random(2) === 0 && courses.length > 1) await world.staff.deleteCourse({ params: { id: world.pick(courses)?.id ?? 0 } });
      else if (paths.length > 1) await world.staff.deletePath({ params: { id: world.pick(paths)?.id ?? 0 } });
    },
  ],
  'restore a deleted course or path': [1.5, restoreDeleted],
};
