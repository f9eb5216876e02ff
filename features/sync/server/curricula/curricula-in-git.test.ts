import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Course } from '#features/curricula/contract/courses.ts';
import type { GitRepository } from '#features/git/server/git.ts';
import { getRelease } from '#features/releases/server/releases.ts';
import { refusal } from '#testing/course-server.ts';
import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { SyncConflictDetails } from '../../contract/sync.ts';
import { mergeRemoteBranch } from '../branches/merge-remote-branch.ts';

// One course and one path on their whole way: made, committed, copied, edited by others with plain git, merged, published.

const SAMPLE = join(import.meta.dirname, '../../../../app/server/sample-content');
const LIMIT = { timeout: 300_000, interval: 100 };
vi.setConfig({ testTimeout: 600_000 });

let server: TestServer;
let content: GitRepository;
let releaseId: number;
let course: Course;
let pathId: number;
beforeAll(async () => {
  server = await startTestServer({ sampleFolder: SAMPLE });
  content = contentOf(server.platform.config.dataFolder);
  ({ id: releaseId } = await staff().createRelease({ body: { name: 'Spring', version_major: 'spring', create_new: true } }));
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const show = (branch: string, path: string) => content.text(['show', `${branch}:${path}`]);
const messages = async (branch: string, path: string) => (await content.text(['log', '--format=%s', branch, '--', path])).split('\n');
const getCourse = (id = course.id) => staff().getCourse({ params: { id } });
const numbers = async (id: number) => (await staff().listCourseLessons({ params: { id } })).map(({ sequence }) => sequence);
const lesson = async (sequence: number) => (await staff().listLessons()).find((each) => each.sequence === sequence)?.id ?? 0;
const syncConflictOf = async (call: Promise<unknown>) => SyncConflictDetails.parse((await refusal(call)).details);
const bringInNow = () => mergeRemoteBranch(server.platform, releaseId, AbortSignal.timeout(300_000));

async function untilPushed(id = releaseId): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = (await staff().listReleases()).filter((each) => each.id === id);
    const { commit_sha, pushed_sha, push_error, commit_error } = await getRelease(server.platform.db, id);
    expect({ commit_error, push_error, pushed_sha, status: row?.commit_status }).toEqual({
      commit_error: null,
      push_error: null,
      pushed_sha: commit_sha,
      status: 'pushed',
    });
  }, LIMIT);
}

describe('a course and a path', () => {
  it('are committed to the branch of their release, each save with its message', async () => {
    course = await staff().createCourse({ body: { sequence: 30, name: 'Birds & Bees', release_id: releaseId } });
    for (const sequence of [101, 104])
      await staff().addCourseLesson({ params: { id: course.id, lessonId: await lesson(sequence) }, body: {} });
    await staff().updateCourse({
      params: { id: course.id },
      body: { duration: 2.5, objectives: ['See'], save_message: 'Say what it is for' },
    });
    const path = await staff().createPath({ body: { sequence: 5, name: 'Nature', release_id: releaseId } });
    pathId = path.id;
    for (const [name, courseId] of [
      ['First', course.id],
      ['Second', null],
    ] as const) {
      const step = await staff().createStep({ body: { name, release_id: releaseId } });
      await staff().attachStep({ params: { trackId: pathId, stepId: step.id }, body: {} });
      if (courseId !== null) await staff().addStepCourse({ params: { stepId: step.id, courseId }, body: {} });
    }
    await untilPushed();
    expect(await show('spring', 'courses/30-birds-and-bees/course.yaml')).toBe(
      `uuid: ${course.uuid}\nsequence: 30\nname: Birds & Bees\nduration: 2.5\nobjectives:\n  - See\nlessons:\n  - 101\n  - 104`,
    );
    expect(await show('spring', 'paths/5-nature/path.yaml')).toMatch(
      /^uuid: \S+\nsequence: 5\nname: Nature\ntype: skill\nsteps:\n  - uuid: \S+\n    name: First\n    courses:\n      - 30\n  - uuid: \S+\n    name: Second$/,
    );
    const ofCourse = await messages('spring', 'courses/30-birds-and-bees');
    expect(ofCourse[0]).toBe('Say what it is for');
    expect(ofCourse.at(-1)).toMatch(/^Create course 30: Birds & Bees/);
    expect((await messages('spring', 'paths/5-nature')).at(-1)).toMatch(/^Create path 5: Nature/);
    expect((await getCourse()).commit_status).toMatchObject({ state: 'pushed', error: null });
    // Nothing else of the branch is touched.
    expect(await content.text(['rev-parse', 'spring:lessons'])).toBe(await content.text(['rev-parse', 'main:lessons']));
  });

  it('merge pushed changes by field and position, and keep their ids', async () => {
    const sheet = await show('spring', 'courses/30-birds-and-bees/course.yaml');
    const path = await show('spring', 'paths/5-nature/path.yaml');
    await commitElsewhere(content.directory, 'spring', {
      'courses/30-birds-and-bees/course.yaml': `${sheet.replace('duration: 2.5', 'duration: 3')}\n  - 103\nteam: blue\n`,
      'courses/30-birds-and-bees/notes.md': 'Mine',
      'paths/5-nature/path.yaml': `${path.replace('name: Second', 'name: Last')}\n`,
      'courses/31-owls/course.yaml': 'uuid: 0199a3c0-607b-766b-91b0-b66a62733731\nsequence: 31\nname: Owls\n',
    });
    const stepsBefore = await staff().listSteps({ params: { trackId: pathId } });
    await staff().setCourseLessons({ params: { id: course.id }, body: { sequences: [104, 101], before: [101, 104] } });
    await bringInNow();
    await untilPushed();
    expect(await getCourse()).toMatchObject({ duration: 3, objectives: ['See'], num_lessons: 3 });
    expect(await numbers(course.id)).toEqual([104, 101, 103]);
    const steps = await staff().listSteps({ params: { trackId: pathId } });
    expect(steps.map(({ id, name }) => [id, name])).toEqual([
      [stepsBefore[0]?.id, 'First'],
      [stepsBefore[1]?.id, 'Last'],
    ]);
    expect((await staff().listCourses()).filter(({ sequence }) => sequence === 31)).toMatchObject([
      { name: 'Owls', release_name: 'Spring' },
    ]);
    expect(await show('spring', 'courses/30-birds-and-bees/course.yaml')).toContain('team: blue');
    expect(await show('spring', 'courses/30-birds-and-bees/notes.md')).toBe('Mine');
  });

  it('stay unchanged on a conflict until a user resolves it', async () => {
    const sheet = await show('spring', 'courses/30-birds-and-bees/course.yaml');
    await commitElsewhere(content.directory, 'spring', {
      'courses/30-birds-and-bees/course.yaml': `${sheet.replace('duration: 3', 'duration: 7')}\n`,
      'courses/31-owls/course.yaml': 'uuid: 0199a3c0-607b-766b-91b0-b66a62733731\nsequence: 31\nname: Night Owls\n',
    });
    await staff().updateCourse({ params: { id: course.id }, body: { duration: 8 } });
    const told =
      'Course 30 was changed here and on the code host in the same places: Time estimate. Open the course and choose which version to keep. All changes are kept here until then.';
    // The conflict may be found before the save is committed.
    await vi.waitFor(async () => {
      await bringInNow();
      expect((await getRelease(server.platform.db, releaseId)).push_error).toBe(told);
      expect(await getCourse()).toMatchObject({
        duration: 8,
        release_commit_error: told,
        commit_status: { state: 'committed', error: told },
      });
    }, LIMIT);
    const { invalidCourses, courses } = await staff().importCourses({ params: { releaseId }, body: { sequences: [30, 31, 99] } });
    expect(invalidCourses).toEqual({ 30: told, 99: 'The branch spring has no course 99.' });
    expect(courses.map(({ name }) => name)).toEqual(['Birds & Bees', 'Night Owls']);

    const params = { id: course.id };
    const conflict = await syncConflictOf(staff().syncCourse({ params, body: {} }));
    expect(conflict).toMatchObject({
      lesson_id: null,
      course_id: course.id,
      path_id: null,
      base: { 'course.duration': 3 },
      mine: { 'course.duration': 8 },
      theirs: { 'course.duration': 7 },
      labels: { 'course.duration': 'Time estimate' },
      changed_by: 'Grace',
    });
    // Another one of the release is not held up by it.
    expect((await staff().syncPath({ params: { id: pathId }, body: {} })).outcome).toBe('up to date');
    const resolution = { commit: conflict.commit, values: { 'course.duration': 'long' } };
    expect(await refusal(staff().syncCourse({ params, body: { resolution } }))).toMatchObject({ code: 'conflict' });
    expect(
      await refusal(staff().syncCourse({ params, body: { resolution: { ...resolution, values: { 'course.duration': -7 } } } })),
    ).toMatchObject({ status: 400 });
    const synced = await staff().syncCourse({ params, body: { resolution: { ...resolution, values: { 'course.duration': 7 } } } });
    expect(synced).toMatchObject({ id: course.id, duration: 7, outcome: 'resolved' });
    await untilPushed();
    expect(await getCourse()).toMatchObject({ duration: 7, release_commit_error: null, commit_status: { state: 'pushed' } });
    expect(await show('spring', 'courses/30-birds-and-bees/course.yaml')).toContain('duration: 7');
    expect((await staff().syncCourse({ params, body: {} })).outcome).toBe('up to date');
  });

  it('have conflicts about lists and deletion, and a deleted one stays in the trash', async () => {
    const path = await show('spring', 'paths/5-nature/path.yaml');
    const steps = path.slice(path.indexOf('  - uuid'));
    const [first = '', last = ''] = steps.split(/(?=^  - uuid)/m).map((text) => text.trimEnd());
    const { id: third } = await staff().createStep({ body: { name: 'Third', release_id: releaseId } });
    await staff().attachStep({ params: { trackId: pathId, stepId: third }, body: {} });
    await untilPushed();
    const whole = await show('spring', 'paths/5-nature/path.yaml');
    const added = whole.slice(whole.indexOf(last) + last.length).trimEnd();
    const head = path.slice(0, path.indexOf('  - uuid'));
    await commitElsewhere(content.directory, 'spring', {
      'paths/5-nature/path.yaml': `${head}${first}${added}\n${last}\n`,
      'courses/31-owls/course.yaml': null,
    });
    const order = (await staff().listSteps({ params: { trackId: pathId } })).map(({ id }) => id);
    await staff().setSteps({ params: { trackId: pathId }, body: { step_ids: [order[1] ?? 0, order[0] ?? 0, third], before: order } });
    const owls = (await staff().listCourses()).find(({ sequence }) => sequence === 31);
    const params = { id: owls?.id ?? 0 };
    await staff().updateCourse({ params, body: { duration: 1 } });
    const told =
      'Course 31 and Path 5 were changed here and on the code host in the same places. Open each of them and choose which version to keep. All changes are kept here until then.';
    await vi.waitFor(async () => {
      await bringInNow();
      expect((await getRelease(server.platform.db, releaseId)).push_error).toBe(told);
    }, LIMIT);

    const ofPath = await syncConflictOf(staff().syncPath({ params: { id: pathId }, body: {} }));
    expect(ofPath).toMatchObject({ path_id: pathId, course_id: null, labels: { 'path.steps': 'Order of the steps' } });
    const names = (side: unknown) => (Array.isArray(side) ? side.map((text) => String(text).split(' · ')[0]) : side);
    expect(names(ofPath.mine['path.steps'])).toEqual(['Last', 'First', 'Third']);
    expect(names(ofPath.theirs['path.steps'])).toEqual(['First', 'Third', 'Last']);
    const theirs = { commit: ofPath.commit, values: ofPath.theirs };
    expect((await staff().syncPath({ params: { id: pathId }, body: { resolution: theirs } })).outcome).toBe('resolved');
    expect((await staff().listSteps({ params: { trackId: pathId } })).map(({ name }) => name)).toEqual(['First', 'Third', 'Last']);

    const ofCourse = await syncConflictOf(staff().syncCourse({ params, body: {} }));
    expect(ofCourse).toMatchObject({ mine: { 'folder.kept': true }, theirs: { 'folder.kept': false } });
    const kept = { commit: ofCourse.commit, values: ofCourse.mine };
    expect((await staff().syncCourse({ params, body: { resolution: kept } })).duration).toBe(1);
    await untilPushed();

    // Deleted here, changed there.
    await commitElsewhere(content.directory, 'spring', {
      'courses/31-owls/course.yaml': 'uuid: 0199a3c0-607b-766b-91b0-b66a62733731\nsequence: 31\nname: Wise Owls\nduration: 1\n',
    });
    await staff().deleteCourse({ params });
    await vi.waitFor(async () => {
      await bringInNow();
      expect((await getRelease(server.platform.db, releaseId)).push_error).toBe(
        'Course 31 was deleted here and changed on the code host. Restore it from the trash to get those changes; you can delete it again afterwards.',
      );
    }, LIMIT);
    await staff().restoreCourse({ params, body: {} });
    await vi.waitFor(async () => {
      await bringInNow();
      expect((await getRelease(server.platform.db, releaseId)).push_error).toBeNull();
    }, LIMIT);
    await untilPushed();
    expect(await staff().getCourse({ params })).toMatchObject({ name: 'Wise Owls', duration: 1 });
  });

  it('are copied into another release with unknown files and keys', async () => {
    const { id } = await staff().createRelease({ body: { name: 'Summer', version_major: 'summer', create_new: true } });
    const copy = await staff().copyCourse({ params: { id: course.id, releaseId: id }, body: {} });
    await staff().copyPath({ params: { id: pathId, releaseId: id }, body: {} });
    await untilPushed(id);
    expect(copy).toMatchObject({ uuid: course.uuid, release_name: 'Summer', duration: 7 });
    for (const path of ['courses/30-birds-and-bees', 'paths/5-nature'])
      expect(await content.text(['rev-parse', `summer:${path}`])).toBe(await content.text(['rev-parse', `spring:${path}`]));
    expect(await messages('summer', 'courses/30-birds-and-bees')).toEqual(['Copy course 30 from Spring: Birds & Bees']);
    // Deleting takes it out of the branch, and leaves every other version.
    await staff().deleteCourse({ params: { id: copy.id } });
    await untilPushed(id);
    expect(await content.text(['ls-tree', '--name-only', 'summer:courses'])).not.toContain('30-birds-and-bees');
    expect((await getCourse()).name).toBe('Birds & Bees');
    await staff().restoreCourse({ params: { id: copy.id }, body: {} });
    await untilPushed(id);
    expect(await show('summer', 'courses/30-birds-and-bees/notes.md')).toBe('Mine');
    const folder = 'courses/30-birds-and-bees';
    expect(await content.text(['rev-parse', `summer:${folder}`])).toBe(await content.text(['rev-parse', `spring:${folder}`]));
  });

  it('are read-only once published, and deleting a version restores the one of main', async () => {
    await staff().openPullRequest({ params: { id: releaseId }, body: { title: 'Spring' } });
    await server.client('owner').reviewPullRequest({ params: { id: releaseId }, body: { verdict: 'approve' } });
    await staff().mergePullRequest({ params: { id: releaseId }, body: { anyway: 'The screens follow.' } });
    const published = await vi.waitFor(async () => {
      const found = (await staff().listCourses()).find(({ sequence, is_main }) => sequence === 30 && is_main);
      expect(found).toMatchObject({ name: 'Birds & Bees', release_name: 'Main', num_lessons: 3, num_projects: 1 });
      expect((await staff().listPaths()).filter(({ sequence, is_main }) => sequence === 5 && is_main)).toMatchObject([{ num_courses: 1 }]);
      return found;
    }, LIMIT);
    const params = { id: published?.id ?? 0 };
    expect(await refusal(staff().updateCourse({ params, body: { name: 'A' } }))).toMatchObject({ message: 'This course is read only.' });
    expect(await refusal(staff().syncCourse({ params, body: {} }))).toMatchObject({ code: 'refused' });
    expect(await refusal(staff().syncPath({ params: { id: 999_999 }, body: {} }))).toMatchObject({ code: 'not_found' });

    const change = () => staff().updateCourse({ params: { id: course.id }, body: { name: 'Changed' } });
    expect(await refusal(change())).toMatchObject({ message: expect.stringContaining('is closed') });
    await staff().reopenRelease({ params: { id: releaseId } });
    await change();
    await staff().deleteCourse({ params: { id: course.id } });
    await untilPushed();
    expect(await content.text(['rev-parse', 'spring:courses'])).toBe(await content.text(['rev-parse', 'main:courses']));

    // Main moves on by plain git: the published rows follow, and a release takes it in.
    const sheet = await show('main', 'paths/5-nature/path.yaml');
    await commitElsewhere(content.directory, 'main', {
      'paths/5-nature/path.yaml': `${sheet.replace('name: Nature', 'name: All of Nature')}\n`,
      'courses/31-owls/course.yaml': null,
    });
    await staff().updatePath({ params: { id: pathId }, body: { version: 2, name: 'Our Nature' } });
    const update = (resolution?: { path_id: number; commit: string; values: Record<string, unknown> }) =>
      staff().updateFromMain({ params: { id: releaseId }, body: resolution ? { resolution } : {} });
    const conflict = await syncConflictOf(update());
    expect(conflict).toMatchObject({ path_id: pathId, lesson_id: null, mine: { 'path.name': 'Our Nature' } });
    const { commit, theirs: values } = conflict;
    await update({ path_id: pathId, commit, values });
    expect(await staff().getPath({ params: { trackId: pathId } })).toMatchObject({ name: 'All of Nature', version: 2 });
    expect((await staff().listCourses()).filter(({ sequence, release_name }) => sequence === 31 && release_name === 'Spring')).toEqual([]);
  });

  it('are fully imported with a branch', async () => {
    await content.run(['branch', 'autumn', 'spring']);
    const release = await staff().createRelease({ body: { name: 'Autumn', version_major: 'autumn', create_new: false } });
    expect(release.invalidLessons).toEqual({});
    const courses = (await staff().listCourses()).filter(({ release_name }) => release_name === 'Autumn');
    expect(courses.map(({ sequence }) => sequence)).toEqual([10, 20, 30]);
    const paths = (await staff().listPaths()).filter(({ release_name }) => release_name === 'Autumn');
    expect(paths.map(({ sequence, num_courses }) => [sequence, num_courses])).toEqual([
      [1, 2],
      [5, 1],
    ]);
    const left = await staff().deleteRelease({ params: { id: release.id } });
    expect(left.map(({ id }) => id)).not.toContain(release.id);
    expect((await staff().listCourses()).filter(({ release_name }) => release_name === 'Autumn')).toEqual([]);
  });
});
