import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startCourseServer, type CourseServer } from '#testing/course-server.ts';
import type { Path, Step } from '../contract/paths.ts';

// Published: courses 10 and 20, and path 1 with a step for each of them (the sample content).

let setUp: CourseServer;
beforeAll(async () => {
  setUp = await startCourseServer();
});
afterAll(() => setUp.server.close());

const staff = () => setUp.server.client('staff');
let number = 500;
const create = (fields: { name?: string; release_id?: number } = {}): Promise<Path> =>
  staff().createPath({ body: { sequence: ++number, name: 'Nature', release_id: setUp.release.id, ...fields } });
const save = (id: number, body: Parameters<ReturnType<typeof staff>['updatePath']>[0]['body']) =>
  staff().updatePath({ params: { id }, body });
const createStep = (name: string, release_id = setUp.release.id) => staff().createStep({ body: { name, release_id } });
const attach = (trackId: number, stepId: number) => staff().attachStep({ params: { trackId, stepId }, body: {} });
const names = async (trackId: number) => (await staff().listSteps({ params: { trackId } })).map(({ name }) => name);
const setSteps = (trackId: number, step_ids: number[], before: number[]) =>
  staff().setSteps({ params: { trackId }, body: { step_ids, before } });
const courses = async (stepId: number) => (await staff().listStepCourses({ params: { stepId } })).map(({ sequence }) => sequence);
const setCourses = (stepId: number, sequences: number[], before: number[]) =>
  staff().setStepCourses({ params: { stepId }, body: { sequences, before } });

/** A path with steps of these names. */
async function pathOf(...stepNames: string[]): Promise<{ path: Path; steps: Step[] }> {
  const path = await create();
  const steps: Step[] = [];
  for (const name of stepNames) {
    const step = await createStep(name);
    await attach(path.id, step.id);
    steps.push(step);
  }
  return { path, steps };
}

describe('paths of main', () => {
  it('are listed after the first start with their steps, and are read-only', async () => {
    const path = await setUp.path(1, 'Main');
    expect(path).toMatchObject({
      name: 'Working with Data',
      type: 'career',
      version: 1,
      hidden: false,
      num_courses: 2,
      is_main: true,
      duration: 5,
    });
    const steps = await staff().listSteps({ params: { trackId: path.id } });
    expect(steps.map(({ name }) => name)).toEqual(['Tables in Python', 'More Tools']);
    const [first] = steps;
    const place = { trackId: path.id, stepId: first?.id ?? 0 };
    const [course] = await staff().listStepCourses({ params: place });
    expect(course).toMatchObject({ sequence: 10, release_name: 'Main', num_lessons: 4, num_projects: 1, is_main: true });
    const body = { swap_with_previous: false };
    const ofCourse = { stepId: place.stepId, courseId: course?.id ?? 0 };
    for (const call of [
      () => staff().attachStep({ params: place, body: {} }),
      () => staff().removeStep({ params: place }),
      () => staff().swapStep({ params: place, body }),
      () => setSteps(path.id, [], []),
      () => staff().updateStep({ params: place, body: { name: 'Other' } }),
      () => staff().addStepCourse({ params: ofCourse, body: {} }),
      () => staff().removeStepCourse({ params: ofCourse }),
      () => staff().swapStepCourse({ params: ofCourse, body }),
      () => setCourses(place.stepId, [], [10]),
    ])
      expect(await refusal(call())).toMatchObject({ status: 422, message: 'This path is read only.' });
    expect(await refusal(createStep('More', setUp.main.id))).toMatchObject({ status: 422 });
  });
});

describe('a path', () => {
  it('moves with its steps into another release, and is deleted with them', async () => {
    const published = await setUp.path(1, 'Main');
    const copy = await staff().copyPath({ params: { id: published.id, releaseId: setUp.release.id }, body: {} });
    expect(copy).toMatchObject({ sequence: 1, release_name: 'Spring', num_courses: 2, is_main: false });
    expect(await names(copy.id)).toEqual(['Tables in Python', 'More Tools']);
    const [step] = await staff().listSteps({ params: { trackId: copy.id } });
    const course = await setUp.course(10, 'Main');
    const own = await staff().copyCourse({ params: { id: course.id, releaseId: setUp.release.id }, body: {} });
    expect(await staff().listStepCourses({ params: { stepId: step?.id ?? 0 } })).toMatchObject([{ id: own.id, release_name: 'Spring' }]);
    expect(await staff().listCoursePaths({ params: { id: own.id } })).toEqual([
      { id: copy.id, sequence: 1, name: 'Working with Data', release_name: 'Spring' },
    ]);
    await staff().deletePath({ params: { id: copy.id } });
    expect(await refusal(staff().listStepCourses({ params: { stepId: step?.id ?? 0 } }))).toMatchObject({ status: 404 });
    expect(await staff().restorePath({ params: { id: copy.id }, body: {} })).toMatchObject({ id: copy.id, num_courses: 2 });
    expect(await names(copy.id)).toEqual(['Tables in Python', 'More Tools']);
  });

  it('has a type, a version that is empty or at least 0.1, and can be hidden', async () => {
    const created = await create();
    expect(created).toMatchObject({ type: 'skill', hidden: false, version: null, num_courses: 0 });
    const { id } = created;
    expect(await save(id, { version: 0.1, hidden: true, type: 'career' })).toMatchObject({ version: 0.1, hidden: true, type: 'career' });
    expect(await save(id, { version: null })).toMatchObject({ version: null });
    expect(await refusal(save(id, { version: 0 }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('at least 0.1') as string,
    });
  });
});

describe('the outline of a path', () => {
  it('has every step with its own courses', async () => {
    const { path, steps } = await pathOf('First', 'Second', 'Empty');
    const [first, second] = steps;
    // 20 is in two steps; no course has 999.
    await setCourses(first!.id, [20, 10], []);
    await setCourses(second!.id, [999, 20], []);
    const outline = await staff().getPathOutline({ params: { trackId: path.id } });
    const listed = await staff().listSteps({ params: { trackId: path.id } });
    const alone = await Promise.all(listed.map(({ id: stepId }) => staff().listStepCourses({ params: { stepId } })));
    expect(outline).toEqual(listed.map((step, index) => ({ ...step, courses: alone[index] })));
    expect(outline.map(({ courses: each }) => each.map(({ id, sequence }) => [sequence, id !== null]))).toEqual([
      [
        [20, true],
        [10, true],
      ],
      [
        [999, false],
        [20, true],
      ],
      [],
    ]);
  });

  it('returns 404 without its path', async () => {
    expect(await refusal(staff().getPathOutline({ params: { trackId: 999_999 } }))).toMatchObject({ status: 404 });
  });
});

describe('the steps of a path', () => {
  it('can be created, attached once, swapped, removed and attached again', async () => {
    const { path, steps } = await pathOf('One', 'Two', 'Three');
    const [one, two, three] = steps.map(({ id }) => id) as [number, number, number];
    expect(await names(path.id)).toEqual(['One', 'Two', 'Three']);
    const other = await create();
    expect(await refusal(attach(path.id, one))).toMatchObject({ status: 409, message: 'The step is already in a path.' });
    expect(await refusal(attach(other.id, one))).toMatchObject({ status: 409 });
    expect(await refusal(attach(path.id, 99_999))).toMatchObject({ status: 404 });
    const swap = (stepId: number, swap_with_previous: boolean) =>
      staff().swapStep({ params: { trackId: path.id, stepId }, body: { swap_with_previous } });
    expect((await swap(two, true)).map(({ id }) => id)).toEqual([two, one, three]);
    expect((await swap(one, false)).map(({ id }) => id)).toEqual([two, three, one]);
    expect(await refusal(swap(one, false))).toMatchObject({ status: 422, message: 'There is no step to swap with.' });
    expect(await refusal(swap(99_999, false))).toMatchObject({ status: 404 });
    expect((await staff().removeStep({ params: { trackId: path.id, stepId: three } })).map(({ id }) => id)).toEqual([two, one]);
    expect(await refusal(staff().removeStep({ params: { trackId: path.id, stepId: three } }))).toMatchObject({ status: 404 });
    expect((await setSteps(path.id, [one, three, two], [two, one])).map(({ name }) => name)).toEqual(['One', 'Three', 'Two']);
    expect(await refusal(setSteps(path.id, [one], [two, one]))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await refusal(setSteps(path.id, [one, one], [one, three, two]))).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await refusal(setSteps(other.id, [one], []))).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await refusal(swap(one, true))).toMatchObject({ status: 422 });
  });

  it('belong to the release of the path', async () => {
    const { path } = await pathOf();
    const drafts = await create({ release_id: undefined as never });
    const foreign = await createStep('Foreign', drafts.release_id);
    expect(await refusal(attach(path.id, foreign.id))).toMatchObject({
      status: 422,
      message: 'The step belongs to another release than the path.',
    });
    expect(await refusal(createStep(' '))).toMatchObject({ status: 400 });
    expect(await refusal(createStep('A', 99_999))).toMatchObject({ status: 404 });
  });

  it('have their own texts, which are saved separately and merged', async () => {
    const { path, steps } = await pathOf('One');
    const stepId = steps[0]?.id ?? 0;
    const update = (body: Parameters<ReturnType<typeof staff>['updateStep']>[0]['body']) =>
      staff().updateStep({ params: { stepId }, body });
    expect(await update({ slug: 'one', meta_title: 'First' })).toMatchObject({
      revision: 2,
      name: 'One',
      slug: 'one',
      meta_title: 'First',
    });
    expect(await update({ description: 'All', revision: 1 })).toMatchObject({ revision: 3, slug: 'one', description: 'All' });
    expect(await refusal(update({ slug: 'uno', revision: 1 }))).toMatchObject({
      status: 409,
      details: { mine: { slug: 'uno' }, theirs: { slug: 'one' } },
    });
    expect(await refusal(staff().updateStep({ params: { stepId: 99_999 }, body: { name: 'A' } }))).toMatchObject({ status: 404 });
    expect(await staff().getPath({ params: { trackId: path.id } })).toMatchObject({ revision: 1, num_courses: 0 });
  });

  it('hold each course once, in order', async () => {
    const { path, steps } = await pathOf('One', 'Two');
    const [one, two] = steps.map(({ id }) => id) as [number, number];
    const [ten, twenty] = [(await setUp.course(10, 'Main')).id, (await setUp.course(20, 'Main')).id];
    const add = (stepId: number, courseId: number) => staff().addStepCourse({ params: { stepId, courseId }, body: {} });
    await add(one, ten);
    await add(two, ten);
    expect((await add(one, twenty)).map(({ sequence }) => sequence)).toEqual([10, 20]);
    expect(await staff().getPath({ params: { trackId: path.id } })).toMatchObject({ num_courses: 2 });
    expect(await refusal(add(one, twenty))).toMatchObject({ status: 409, message: 'The step already has course 20.' });
    const swap = (courseId: number, swap_with_previous: boolean) =>
      staff().swapStepCourse({ params: { stepId: one, courseId }, body: { swap_with_previous } });
    expect((await swap(twenty, true)).map(({ sequence }) => sequence)).toEqual([20, 10]);
    expect(await refusal(swap(twenty, true))).toMatchObject({ status: 422, message: 'There is no course to swap with.' });
    expect((await staff().removeStepCourse({ params: { stepId: one, courseId: ten } })).map(({ sequence }) => sequence)).toEqual([20]);
    expect(await refusal(staff().removeStepCourse({ params: { stepId: one, courseId: ten } }))).toMatchObject({ status: 404 });
    await setCourses(one, [777, 20], [20]);
    expect(await courses(one)).toEqual([777, 20]);
    expect((await staff().listStepCourses({ params: { stepId: one } }))[0]).toMatchObject({
      id: null,
      name: '',
      release_id: null,
      last_updated: null,
    });
    expect(await refusal(setCourses(one, [20], [20]))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await refusal(setCourses(one, [20, 20], [777, 20]))).toMatchObject({ status: 409, code: 'already_exists' });
    const elsewhere = await staff().createCourse({ body: { sequence: 600, name: 'Elsewhere' } });
    expect(await refusal(add(one, elsewhere.id))).toMatchObject({
      status: 422,
      message: 'Course 600 is neither in Spring nor published. Copy it to Spring first.',
    });
    expect(await courses(one)).toEqual([777, 20]);
  });

  it('attach to one path only when several requests arrive at once', async () => {
    const [first, second, step] = [await create(), await create(), await createStep('Wanted')];
    const results = await Promise.allSettled([attach(first.id, step.id), attach(second.id, step.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await names(first.id)), ...(await names(second.id))]).toEqual(['Wanted']);
  });
});
