import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startCourseServer, type CourseServer } from '#testing/course-server.ts';

// What courses and paths have in common. Published: courses 10 and 20, and path 1 (the sample content).

let setUp: CourseServer;
beforeAll(async () => {
  setUp = await startCourseServer();
});
afterAll(() => setUp.server.close());

const staff = () => setUp.server.client('staff');
let number = 300;

interface NewCurriculum {
  sequence: number;
  name: string;
  release_id?: number;
}

const COURSES = {
  noun: 'course',
  title: 'Course',
  published: { sequence: 10, name: 'First Steps with Data in Python' },
  inMain: (sequence: number) => setUp.course(sequence, 'Main'),
  create: (body: NewCurriculum) => staff().createCourse({ body }),
  get: (id: number) => staff().getCourse({ params: { id } }),
  save: (id: number, body: object) => staff().updateCourse({ params: { id }, body }),
  copy: (id: number, releaseId: number) => staff().copyCourse({ params: { id, releaseId }, body: {} }),
  delete: (id: number) => staff().deleteCourse({ params: { id } }),
  restore: (id: number) => staff().restoreCourse({ params: { id }, body: {} }),
};
const PATHS = {
  noun: 'path',
  title: 'Path',
  published: { sequence: 1, name: 'Working with Data' },
  inMain: (sequence: number) => setUp.path(sequence, 'Main'),
  create: (body: NewCurriculum) => staff().createPath({ body }),
  get: (id: number) => staff().getPath({ params: { trackId: id } }),
  save: (id: number, body: object) => staff().updatePath({ params: { id }, body }),
  copy: (id: number, releaseId: number) => staff().copyPath({ params: { id, releaseId }, body: {} }),
  delete: (id: number) => staff().deletePath({ params: { id } }),
  restore: (id: number) => staff().restorePath({ params: { id }, body: {} }),
};

describe.each([COURSES, PATHS])('a $noun', ({ noun, title, published, ...call }) => {
  const create = (fields: Partial<NewCurriculum> = {}) => call.create({ sequence: ++number, name: 'Birds', ...fields });

  it("is created in the author's drafts, or in the given release", async () => {
    const own = await create();
    expect(own).toMatchObject({ name: 'Birds', release_name: 'Drafts – Test staff', is_main: false, revision: 1, objectives: [] });
    expect(own.commit_status?.state).toBe('saved');
    const named = await create({ release_id: setUp.release.id, name: 'Owls' });
    expect(named).toMatchObject({ release_name: 'Spring', name: 'Owls' });
    expect(await call.get(named.id)).toEqual(named);
    // Another release may have the same number.
    expect(await create({ sequence: named.sequence })).toMatchObject({ release_name: 'Drafts – Test staff' });
    const { db } = setUp.server.platform;
    const audited = await db.selectFrom('audit_entries').select(['user_id', 'subject']).where('action', '=', `${noun}.create`).execute();
    expect(audited).toContainEqual({ user_id: setUp.server.users.staff.id, subject: `${noun}:${named.id}` });
  });

  it('needs a number that is free in its release and in main, or is refused with the owner of the number', async () => {
    const taken = await create();
    expect(await refusal(create({ sequence: taken.sequence }))).toMatchObject({
      status: 409,
      code: 'already_exists',
      message: `${title} ${taken.sequence} is already in Drafts – Test staff: “Birds”.`,
    });
    expect(await refusal(create({ sequence: published.sequence }))).toMatchObject({
      status: 409,
      message: `${title} ${published.sequence} already exists: “${published.name}”. Copy it to change it, or choose another number.`,
    });
  });

  it.each<[string, Partial<NewCurriculum>, number]>([
    ['without a name', { name: ' ' }, 400],
    ['with a number below 0', { sequence: -1 }, 400],
    ['with a number that is not an integer', { sequence: 1.5 }, 400],
    ['in a release that does not exist', { release_id: 99_999 }, 404],
  ])('is not created %s', async (_, fields, status) => {
    expect(await refusal(create(fields))).toMatchObject({ status });
  });

  it('is not created in main', async () => {
    expect(await refusal(create({ release_id: setUp.main.id }))).toMatchObject({
      status: 422,
      message: `${title}s are published by merging a release, not created in the main release.`,
    });
  });

  it('keeps omitted fields, and merges stale saves', async () => {
    const { id } = await create();
    const first = await call.save(id, { slug: 'birds', objectives: ['See', 'Hear'], save_message: 'Begin' });
    expect(first).toMatchObject({ revision: 2, name: 'Birds', objectives: ['See', 'Hear'] });
    await call.save(id, { duration: 2.5, revision: 2 });
    expect(await call.save(id, { description: 'All of them', revision: 2 })).toMatchObject({
      revision: 4,
      duration: 2.5,
      description: 'All of them',
      slug: 'birds',
    });
    expect(await refusal(call.save(id, { duration: 9, revision: 2 }))).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { base: { duration: null }, mine: { duration: 9 }, theirs: { duration: 2.5 }, revision: 4, changed_by: 'Test staff' },
    });
  });

  it('gets no revision and no commit from an unchanged save', async () => {
    const { id, revision, last_updated } = await create();
    expect(await call.save(id, { name: 'Birds', slug: '' })).toMatchObject({ revision, last_updated });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a duration below 0', { duration: -1 }],
    ['an unknown level', { skill_level: 3 }],
    ['a revision that does not exist', { name: 'B', revision: 99 }],
  ])('refuses %s', async (_, body) => {
    const { id } = await create();
    expect(await refusal(call.save(id, body))).toMatchObject({ status: 400 });
  });

  it('is copied once into a release, deleted there, and restored', async () => {
    const original = await call.get((await call.inMain(published.sequence)).id);
    const copy = await call.copy(original.id, setUp.release.id);
    expect(copy).toMatchObject({ uuid: original.uuid, sequence: original.sequence, release_name: 'Spring', is_main: false });
    expect(await refusal(call.copy(original.id, setUp.release.id))).toMatchObject({
      status: 409,
      message: `${title} ${published.sequence} is already in Spring: “${published.name}”.`,
    });
    expect(await refusal(call.copy(copy.id, setUp.main.id))).toMatchObject({ status: 422 });
    const left = await call.delete(copy.id);
    expect(left.map(({ id }) => id)).not.toContain(copy.id);
    expect(await refusal(call.get(copy.id))).toMatchObject({ status: 404 });
    expect(await call.restore(copy.id)).toMatchObject({ id: copy.id, name: original.name });
    expect(await refusal(call.restore(copy.id))).toMatchObject({ status: 404 });
    await call.delete(copy.id);
    const other = await call.copy(original.id, setUp.release.id);
    expect(await refusal(call.restore(copy.id))).toMatchObject({ status: 409 });
    await call.delete(other.id);
  });

  it('is read only in main', async () => {
    const { id } = await call.inMain(published.sequence);
    for (const edit of [() => call.save(id, { name: 'Other' }), () => call.delete(id)])
      expect(await refusal(edit())).toMatchObject({ status: 422, message: `This ${noun} is read only.` });
  });
});
