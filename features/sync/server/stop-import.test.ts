import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getRelease } from '#features/releases/server/releases.ts';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let content: ContentRepository;
beforeAll(async () => {
  server = await startTestServer();
  content = new ContentRepository(server.platform.config.dataFolder);
  const many = Array.from(
    { length: 120 },
    (_, index) => [`${index + 1}-many`, lessonFiles(index + 1, `Number ${index}`, 'a', 'b', 'c')] as const,
  );
  await content.push('many', Object.fromEntries(many));
});
afterAll(() => server.close());

describe('a stopped import', () => {
  it('reports it, keeps complete lessons, can be resumed, and can be stopped only by its user', async () => {
    const client = server.client('staff');
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1);
    const operation_id = randomUUID();
    const told: { doing: string; done: number; total: number | null }[] = [];
    const { live } = server.platform;
    const publish = live.publish.bind(live);
    let stopped: Promise<unknown> | undefined;
    live.publish = (topic, event) => {
      publish(topic, event);
      if (topic !== `operation:${operation_id}` || event.type !== 'progress') return;
      told.push(event);
      if (event.doing !== 'Reading lessons' || stopped) return;
      stopped = server
        .client('owner')
        .stopOperation({ params: { operationId: operation_id } })
        .then(
          () => 'stopped by somebody else',
          () => client.stopOperation({ params: { operationId: operation_id } }),
        );
    };
    const call = client.createRelease({ body: { name: 'Many', version_major: 'many', create_new: false, lessons: numbers, operation_id } });
    await expect(call).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/^Stopped\. If the release is listed/) });
    expect(await stopped).toEqual({ ok: true });
    expect(told[0]).toMatchObject({ doing: 'Fetching the branch', total: null });
    live.publish = publish;

    const release = (await client.listReleases()).find(({ name }) => name === 'Many');
    expect(release?.lesson_count).toBeLessThan(120);
    const kept = (await client.listLessons()).filter(({ release_id }) => release_id === release?.id);
    for (const { id } of kept) expect(await client.listScreens({ params: { id } })).toHaveLength(3);
    const { invalidLessons } = await client.importLessons({ body: { version_major: 'many', lessons: numbers } });
    expect(Object.keys(invalidLessons)).toHaveLength(kept.length);
    expect(await client.getRelease({ params: { id: release?.id ?? 0 } })).toMatchObject({ lesson_count: 120 });
  });

  it('leaves nothing behind when it was a copy', async () => {
    const client = server.client('staff');
    const from = (await client.listReleases()).find(({ name }) => name === 'Many');
    const { id } = await client.createRelease({ body: { name: 'Target', version_major: 'target', create_new: true } });
    const operation_id = randomUUID();
    const { live } = server.platform;
    const publish = live.publish.bind(live);
    live.publish = (topic, event) => {
      publish(topic, event);
      if (event.type === 'progress' && event.doing === 'Copying lessons')
        server.platform.operations.stop({ id: server.users.staff.id }, operation_id);
    };
    const body = { lessons_list: [1, 2, 3], from_release: from?.id ?? 0, operation_id };
    await expect(client.updateRelease({ params: { id }, body })).rejects.toMatchObject({
      status: 422,
      message: 'Stopped. No lessons were copied.',
    });
    live.publish = publish;
    expect(await client.getRelease({ params: { id } })).toMatchObject({ lesson_count: 0, commit_status: null });
    expect((await client.updateRelease({ params: { id }, body: { ...body, operation_id: randomUUID() } })).lesson_count).toBe(3);
  });

  it('keeps what was moved when it was a move, and says what is left', async () => {
    const client = server.client('staff');
    const from = await client.createRelease({ body: { name: 'From', version_major: 'move-from', create_new: true } });
    const { id } = await client.createRelease({ body: { name: 'To', version_major: 'move-to', create_new: true } });
    for (const sequence of [201, 202, 203]) await client.createLesson({ body: { sequence, title: 'Moving', release_id: from.id } });
    const operation_id = randomUUID();
    const { live } = server.platform;
    const publish = live.publish.bind(live);
    const told: string[] = [];
    live.publish = (topic, event) => {
      publish(topic, event);
      if (event.type !== 'progress' || event.doing !== 'Moving lessons') return;
      told.push(`${event.done} of ${event.total}`);
      if (event.done === 1) server.platform.operations.stop({ id: server.users.staff.id }, operation_id);
    };
    const body = { lessons_list: [201, 202, 203], from_release: from.id, move: true };
    const moved = await client.updateRelease({ params: { id }, body: { ...body, operation_id } });
    live.publish = publish;
    expect(moved).toMatchObject({ invalidLessons: {}, leftLessons: [202, 203], lesson_count: 1 });
    expect(told).toEqual(['1 of 3']);
    expect(await client.getRelease({ params: { id: from.id } })).toMatchObject({ lesson_count: 2 });
    const rest = await client.updateRelease({ params: { id }, body: { ...body, lessons_list: moved.leftLessons } });
    expect(rest).toMatchObject({ leftLessons: [], lesson_count: 3 });
  });

  it('adds no courses, and can be resumed', async () => {
    const client = server.client('staff');
    const { id } = await client.createRelease({ body: { name: 'Courses', version_major: 'courses', create_new: true } });
    await vi.waitFor(async () => expect((await getRelease(server.platform.db, id)).pushed_sha).not.toBeNull(), { timeout: 300_000 });
    const sheet = (sequence: number) =>
      `uuid: 0199a3c0-607b-766b-91b0-b66a6273370${sequence}\nsequence: ${sequence}\nname: Course ${sequence}\n`;
    const texts = Object.fromEntries([1, 2].map((number) => [`courses/${number}-course/course.yaml`, sheet(number)]));
    await commitElsewhere(contentOf(server.platform.config.dataFolder).directory, 'courses', texts);
    const operation_id = randomUUID();
    const told: string[] = [];
    const { live } = server.platform;
    const publish = live.publish.bind(live);
    live.publish = (topic, event) => {
      publish(topic, event);
      if (topic !== `operation:${operation_id}` || event.type !== 'progress') return;
      told.push(event.doing);
      if (event.doing === 'Fetching the branch') server.platform.operations.stop({ id: server.users.staff.id }, operation_id);
    };
    const input = { params: { releaseId: id }, body: { sequences: [1, 2], operation_id } };
    await expect(client.importCourses(input)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Stopped\. No course was added/),
    });
    live.publish = publish;
    expect(told).toEqual(['Fetching the branch']);
    expect((await client.listCourses()).filter(({ release_id }) => release_id === id)).toEqual([]);
    const { courses, invalidCourses } = await client.importCourses(input);
    expect(courses.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(invalidCourses).toEqual({});
  });
});
