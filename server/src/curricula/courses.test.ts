import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses.ts';
import { refusal, startCourseServer, type CourseServer } from '#testing/course-server.ts';

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
const audited = async (action: string) =>
  setUp.server.platform.db.selectFrom('audit_entries').select(['user_id', 'subject']).where('action', '=', action).execute();

describe('courses of main', () => {
  it('show after the first start, with what their numbers stand for', async () => {
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

  it('are read only for everybody', async () => {
    const { id } = await setUp.course(10, 'Main');
    const params = { id, lessonId: await lessonId(101) };
    for (const call of [
      () => save(id, { name: 'Other' }),
      () => staff().deleteCourse({ params }),
      () => staff().addCourseLesson({ params, body: {} }),
      () => staff().removeCourseLesson({ params }),
      () => staff().swapCourseLesson({ params, body: { swap_with_previous: false } }),
      () => set(id, [], [101, 102, 103, 104]),
    ])
      expect(await refusal(call())).toMatchObject({ status: 422, message: 'This course is read only.' });
    expect(await numbers(id)).toEqual([101, 102, 103, 104]);
  });
});

describe('a new course', () => {
  it('begins in the drafts of its author, or in a release that is named', async () => {
    const own = await create();
    expect(own).toMatchObject({
      name: 'Birds',
      release_name: 'Drafts – Test staff',
      is_main: false,
      revision: 1,
      num_lessons: 0,
      objectives: [],
    });
    expect(own.commit_status?.state).toBe('saved');
    const named = await create({ release_id: setUp.release.id, name: 'Owls' });
    expect(named).toMatchObject({ release_name: 'Spring', name: 'Owls' });
    expect(await get(named.id)).toEqual(named);
    expect(await audited('course.create')).toContainEqual({ user_id: setUp.server.users.staff.id, subject: `course:${named.id}` });
  });

  it('has a number that neither its release nor main has, and is told who has it', async () => {
    const taken = await create();
    expect(await refusal(staff().createCourse({ body: { sequence: taken.sequence, name: 'Again' } }))).toMatchObject({
      status: 409,
      code: 'already_exists',
      message: `Course ${taken.sequence} is already in Drafts – Test staff: “Birds”.`,
    });
    expect(await refusal(staff().createCourse({ body: { sequence: 10, name: 'Again' } }))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Course 10 already exists: “First Steps with Data in Python”/) as string,
    });
  });

  it.each<[string, object, number]>([
    ['without a name', { sequence: 390, name: ' ' }, 400],
    ['with a number below 0', { sequence: -1, name: 'A' }, 400],
    ['with a number that is none', { sequence: 1.5, name: 'A' }, 400],
    ['in a release that is not there', { sequence: 390, name: 'A', release_id: 99_999 }, 404],
  ])('is not made %s', async (_, body, status) => {
    expect(await refusal(staff().createCourse({ body: body as { sequence: number; name: string } }))).toMatchObject({ status });
  });

  it('is not made in main', async () => {
    expect(await refusal(create({ release_id: setUp.main.id }))).toMatchObject({
      status: 422,
      message: expect.stringMatching(/merging/) as string,
    });
  });
});

describe('saving a course', () => {
  it('keeps what is left out, and merges what somebody else saved meanwhile', async () => {
    const { id } = await create();
    const first = await save(id, {
      slug: 'birds',
      objectives: ['See', 'Hear'],
      default_paths: [1],
      replaces_course: 10,
      save_message: 'Begin',
    });
    expect(first).toMatchObject({ revision: 2, name: 'Birds', objectives: ['See', 'Hear'], replaces_course: 10 });
    await save(id, { duration: 2.5, revision: 2 });
    const merged = await save(id, { description: 'All of them', revision: 2 });
    expect(merged).toMatchObject({ revision: 4, duration: 2.5, description: 'All of them', slug: 'birds' });
    const stale = await refusal(save(id, { duration: 9, revision: 2 }));
    expect(stale).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { base: { duration: null }, mine: { duration: 9 }, theirs: { duration: 2.5 }, revision: 4, changed_by: 'Test staff' },
    });
  });

  it('of nothing new makes no revision and no commit', async () => {
    const { id, revision, last_updated } = await create();
    expect(await save(id, { name: 'Birds', deprecated: false })).toMatchObject({ revision, last_updated });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a duration below 0', { duration: -1 }],
    ['a level that is none', { skill_level: 3 }],
    ['a course to replace that is no number', { replaces_course: 'ten' }],
    ['a revision that never was', { name: 'B', revision: 99 }],
  ])('refuses %s', async (_, body) => {
    const { id } = await create();
    expect(await refusal(save(id, body))).toMatchObject({ status: 400 });
  });
});

describe('the lessons of a course', () => {
  it('are added once, swapped, taken out and set in any order', async () => {
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

  it('are the version of its release, or main’s; a number that nobody has keeps its place', async () => {
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

describe('copying and deleting', () => {
  it('make a version of its own, once, and take it out again', async () => {
    const { id } = await setUp.course(20, 'Main');
    const copy = await staff().copyCourse({ params: { id, releaseId: setUp.release.id }, body: {} });
    const original = await get(id);
    expect(copy).toMatchObject({ uuid: original.uuid, release_name: 'Spring', is_main: false, num_lessons: original.num_lessons });
    expect(await numbers(copy.id)).toEqual(await numbers(id));
    // What main has in a path, the release has as well.
    expect(await staff().listCoursePaths({ params: { id: copy.id } })).toMatchObject([{ sequence: 1, release_name: 'Main' }]);
    expect(await refusal(staff().copyCourse({ params: { id, releaseId: setUp.release.id }, body: {} }))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Course 20 is already in Spring/) as string,
    });
    expect(await refusal(staff().copyCourse({ params: { id: copy.id, releaseId: setUp.main.id }, body: {} }))).toMatchObject({
      status: 422,
    });
    const left = await staff().deleteCourse({ params: { id: copy.id } });
    expect(left.map((course) => course.id)).not.toContain(copy.id);
    expect(await refusal(get(copy.id))).toMatchObject({ status: 404 });
    const restore = (course: number) => staff().restoreCourse({ params: { id: course }, body: {} });
    expect(await restore(copy.id)).toMatchObject({ id: copy.id, name: original.name, num_lessons: original.num_lessons });
    expect(await refusal(restore(copy.id))).toMatchObject({ status: 404 });
    await staff().deleteCourse({ params: { id: copy.id } });
    await staff().copyCourse({ params: { id, releaseId: setUp.release.id }, body: {} });
    expect(await refusal(restore(copy.id))).toMatchObject({ status: 409 });
  });
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
