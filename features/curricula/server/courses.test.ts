import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startCourseServer, type CourseServer } from '#testing/course-server.ts';
import type { Course } from '../contract/courses.ts';

// Published: lessons 101 to 104 and more, courses 10 and 20, path 1 (the sample content).

let setUp: CourseServer;
beforeAll(async () => {
  setUp = await startCourseServer();
});
afterAll(() => setUp.server.close());

const staff = () => setUp.server.client('staff');
const external = () => setUp.server.client('external');
let number = 300;
const create = (fields: { name?: string; release_id?: number } = {}): Promise<Course> =>
  staff().createCourse({ body: { sequence: ++number, name: 'Birds', ...fields } });
const get = (id: number) => staff().getCourse({ params: { id } });
const save = (id: number, body: Parameters<ReturnType<typeof staff>['updateCourse']>[0]['body']) =>
  staff().updateCourse({ params: { id }, body });
const numbers = async (id: number) => (await staff().listCourseLessons({ params: { id } })).map(({ sequence }) => sequence);
const set = (id: number, sequences: number[], before: number[]) =>
  staff().setCourseLessons({ params: { id }, body: { sequences, before } });
/** The id of the published lesson of a number. */
const lessonId = async (sequence: number) =>
  (await staff().listLessons()).find((lesson) => lesson.sequence === sequence && lesson.is_main)?.id ?? 0;

describe('courses of main', () => {
  it('are listed after the first start, with the lessons of their numbers', async () => {
    const first = await setUp.course(10, 'Main');
    expect(first).toMatchObject({
      name: 'First Steps with Data in Python',
      is_main: true,
      skill_level: 0,
      duration: 3,
      num_lessons: 4,
      num_projects: 1,
      deprecated: false,
    });
    const lessons = await staff().listCourseLessons({ params: { id: first.id } });
    expect(lessons.map(({ sequence, is_project }) => [sequence, is_project])).toEqual([
      [101, false],
      [102, false],
      [103, false],
      [104, true],
    ]);
    expect(lessons[0]).toMatchObject({ id: await lessonId(101), title: expect.stringMatching(/./) as string });
    expect(await staff().listCoursePaths({ params: { id: first.id } })).toEqual([
      { id: (await setUp.path(1, 'Main')).id, sequence: 1, name: 'Working with Data', release_name: 'Main' },
    ]);
  });

  it('are read-only for every user', async () => {
    const { id } = await setUp.course(10, 'Main');
    const params = { id, lessonId: await lessonId(101) };
    for (const call of [
      () => staff().addCourseLesson({ params, body: {} }),
      () => staff().removeCourseLesson({ params }),
      () => staff().swapCourseLesson({ params, body: { swap_with_previous: false } }),
      () => set(id, [], [101, 102, 103, 104]),
    ])
      expect(await refusal(call())).toMatchObject({ status: 422, message: 'This course is read only.' });
    expect(await numbers(id)).toEqual([101, 102, 103, 104]);
  });
});

it('rejects an invalid number of a replaced course', async () => {
  const { id } = await create();
  expect(await save(id, { replaces_course: 10, default_paths: [1] })).toMatchObject({ replaces_course: 10, default_paths: [1] });
  expect(await refusal(save(id, { replaces_course: 'ten' as never }))).toMatchObject({ status: 400 });
});

describe('the lessons of a course', () => {
  it('are added once, swapped, removed and reordered', async () => {
    const { id } = await create();
    for (const sequence of [101, 102, 104]) await staff().addCourseLesson({ params: { id, lessonId: await lessonId(sequence) }, body: {} });
    expect(await numbers(id)).toEqual([101, 102, 104]);
    expect(await get(id)).toMatchObject({ num_lessons: 3, num_projects: 1, revision: 1 });
    const place = { id, lessonId: await lessonId(104) };
    expect(await refusal(staff().addCourseLesson({ params: place, body: {} }))).toMatchObject({
      status: 409,
      message: 'The course already has lesson 104.',
    });
    const swap = (swap_with_previous: boolean) => staff().swapCourseLesson({ params: place, body: { swap_with_previous } });
    expect((await swap(true)).map(({ sequence }) => sequence)).toEqual([101, 104, 102]);
    expect((await swap(false)).map(({ sequence }) => sequence)).toEqual([101, 102, 104]);
    expect(await refusal(swap(false))).toMatchObject({ status: 422, message: 'There is no lesson to swap with.' });
    expect((await staff().removeCourseLesson({ params: place })).map(({ sequence }) => sequence)).toEqual([101, 102]);
    expect(await refusal(staff().removeCourseLesson({ params: place }))).toMatchObject({ status: 404 });
    expect(await refusal(staff().addCourseLesson({ params: { id, lessonId: 99_999 }, body: {} }))).toMatchObject({ status: 404 });
    await set(id, [104, 101], [101, 102]);
    expect(await numbers(id)).toEqual([104, 101]);
    expect(await refusal(set(id, [101], [101, 102]))).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { base: { lessons: [101, 102] }, mine: { lessons: [101] }, theirs: { lessons: [104, 101] }, changed_by: 'Test staff' },
    });
    expect(await refusal(set(id, [101, 101], [104, 101]))).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await numbers(id)).toEqual([104, 101]);
  });

  it('are the version of its release or of main, and an unknown number keeps its position', async () => {
    const { id } = await create({ release_id: setUp.release.id });
    await set(id, [101, 777], []);
    const before = await staff().listCourseLessons({ params: { id } });
    expect(before).toMatchObject([
      { id: await lessonId(101) },
      { id: null, sequence: 777, title: '', last_updated: null, is_project: false },
    ]);
    const own = await staff().createLesson({ body: { sequence: 777, title: 'Crows', release_id: setUp.release.id } });
    expect(await staff().listCourseLessons({ params: { id } })).toMatchObject([{ sequence: 101 }, { id: own.id, title: 'Crows' }]);
    await staff().updateRelease({
      params: { id: setUp.release.id },
      body: { name: 'Spring', lessons_list: [101], from_release: setUp.main.id },
    });
    const [copied] = await staff().listCourseLessons({ params: { id } });
    expect(copied?.id).not.toBe(await lessonId(101));
  });

  it('come from the release or from main, not from elsewhere', async () => {
    const elsewhere = await staff().createLesson({ body: { sequence: 778, title: 'Elsewhere' } });
    const { id } = await create({ release_id: setUp.release.id });
    expect(await refusal(staff().addCourseLesson({ params: { id, lessonId: elsewhere.id }, body: {} }))).toMatchObject({
      status: 422,
      message: 'Lesson 778 is neither in Spring nor published. Copy it to Spring first.',
    });
  });
});

it('a lesson is used by the courses, paths and lessons that its release sees', async () => {
  const used = async (id: number) => {
    const { courses, paths, lessons } = await staff().listLessonUses({ params: { id } });
    return [courses, paths, lessons].map((uses) => uses.map(({ sequence, release_name }) => `${sequence} ${release_name}`));
  };
  const published = await lessonId(102);
  expect(await used(published)).toEqual([['10 Main'], ['1 Main'], expect.any(Array)]);
  const body = { name: 'Uses', version_major: 'uses', create_new: true };
  const release = await staff().createRelease({ body });
  await staff().updateRelease({ params: release, body: { lessons_list: [102], from_release: setUp.main.id } });
  const own = {
    id: (await staff().listLessons()).find(({ sequence, release_id }) => sequence === 102 && release_id === release.id)?.id ?? 0,
  };
  const exam = await staff().createLesson({ body: { sequence: 779, title: 'Exam', release_id: release.id } });
  await staff().saveLesson({ params: { id: exam.id }, body: { type: 'assessment', related_lesson: 102 } });
  expect(await used(own.id)).toEqual([['10 Main'], ['1 Main'], expect.arrayContaining(['779 Uses'])]);
  // The release's own version of the course counts, which no longer has the lesson.
  const copy = await staff().copyCourse({ params: { id: (await setUp.course(10, 'Main')).id, releaseId: release.id }, body: {} });
  await staff().removeCourseLesson({ params: { id: copy.id, lessonId: own.id } });
  expect((await used(own.id)).slice(0, 2)).toEqual([[], []]);
  expect((await used(published)).slice(0, 2)).toEqual([['10 Main'], ['1 Main']]);
  expect(await refusal(staff().listLessonUses({ params: { id: 999_999 } }))).toMatchObject({ status: 404 });
});

it('a copy has the lessons of the original, and is in the paths that name its number', async () => {
  const { id, num_lessons } = await setUp.course(20, 'Main');
  const copy = await staff().copyCourse({ params: { id, releaseId: setUp.release.id }, body: {} });
  expect(await numbers(copy.id)).toEqual(await numbers(id));
  // The release sees main's paths as well.
  expect(await staff().listCoursePaths({ params: { id: copy.id } })).toMatchObject([{ sequence: 1, release_name: 'Main' }]);
  await staff().deleteCourse({ params: { id: copy.id } });
  expect(await staff().restoreCourse({ params: { id: copy.id }, body: {} })).toMatchObject({ num_lessons });
});

it('a copy brings along the lessons that its new release would not have, and a copied path its courses', async () => {
  const elsewhere = await staff().createRelease({ body: { name: 'Elsewhere', version_major: 'elsewhere', create_new: true } });
  const release_id = elsewhere.id;
  const lesson = await staff().createLesson({ body: { sequence: 781, title: 'Only there', release_id } });
  const course = await staff().createCourse({ body: { sequence: 781, name: 'Only there', release_id } });
  await staff().addCourseLesson({ params: { id: course.id, lessonId: lesson.id }, body: {} });
  const path = await staff().createPath({ body: { sequence: 781, name: 'Only there', release_id } });
  const step = await staff().createStep({ body: { name: 'Start', release_id } });
  await staff().attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
  await staff().addStepCourse({ params: { stepId: step.id, courseId: course.id }, body: {} });
  const target = await staff().createRelease({ body: { name: 'Target', version_major: 'target', create_new: true } });
  const copied = await staff().copyPath({ params: { id: path.id, releaseId: target.id }, body: {} });
  expect(copied.brought).toEqual({ courses: [781], lessons: [781] });
  const brought = (await staff().listCourses()).find(({ release_id }) => release_id === target.id);
  expect(brought).toMatchObject({ sequence: 781, num_lessons: 1 });
  expect((await staff().listCourseLessons({ params: { id: brought?.id ?? 0 } })).map(({ id }) => id)).not.toContain(null);
  await staff().deleteCourse({ params: { id: brought?.id ?? 0 } });
  const again = await staff().copyCourse({ params: { id: course.id, releaseId: target.id }, body: {} });
  expect(again.brought).toEqual({ courses: [], lessons: [] });
});

describe('external authors', () => {
  it('see the latest version of each number', async () => {
    const mine = await create();
    const { id } = await setUp.course(10, 'Main');
    const copy = await staff().copyCourse({ params: { id, releaseId: setUp.release.id }, body: {} });
    const listed = await external().listCourses();
    expect(listed.filter(({ sequence }) => sequence === 10).map((course) => course.id)).toEqual([copy.id]);
    expect(listed.map((course) => course.id)).toContain(mine.id);
    expect(await refusal(external().getCourse({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await refusal(external().listCourseLessons({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await refusal(external().listCoursePaths({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await external().getCourse({ params: { id: copy.id } })).toMatchObject({ id: copy.id });
    expect(await external().listCourseLessons({ params: { id: copy.id } })).toHaveLength(4);
  });
});
