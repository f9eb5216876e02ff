import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { findLost, writeTogether } from '#testing/two-authors.ts';

const BRANCH = 'drafts/staff-example-org';
const STEPS = 40;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('keeps the edits of two users who save one lesson at the same time', async () => {
  const clients = [server.client('staff'), server.client('owner')] as const;
  const [staff, owner] = clients;
  const lesson = await staff.createLesson({ body: { sequence: 900, title: 'Together' } });
  for (const sequence of [1, 2, 3, 4]) {
    const { newScreenId } = await staff.createScreen({ params: { id: lesson.id }, body: { sequence } });
    const body = { title: `Screen ${sequence}`, type: 'code' as const, body_markdown: 'one\ntwo\nthree', answer_code: 'a = 1\nb = 2' };
    await staff.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body });
  }

  const acknowledged = await writeTogether({ lessonId: lesson.id, clients, seed: 1, isOver: (steps) => steps === STEPS });

  // Without conflicts, the test would prove nothing.
  expect(acknowledged.conflicts).toBeGreaterThan(0);
  expect(await findLost(staff, lesson.id, acknowledged)).toEqual([]);
  const [mine, theirs] = await Promise.all(clients.map((client) => client.listScreens({ params: { id: lesson.id } })));
  expect(mine).toEqual(theirs);
  expect(mine?.map(({ sequence }) => sequence)).toEqual(mine?.map((_, index) => index + 1));

  await vi.waitFor(async () => expect((await owner.getLesson({ params: { id: lesson.id } })).commit_status?.state).toBe('pushed'), {
    timeout: 300_000,
    interval: 200,
  });
  const head = await server.platform.git.head(BRANCH);
  const { files } = await server.platform.git.readFolder(head ?? '', `lessons/${lesson.sequence}-together`);
  const inGit = readLesson(files).lesson.screens.map(({ uuid, fields }) => [uuid, fields.body_markdown, fields.answer_code]);
  expect(inGit).toEqual(mine?.map(({ uuid, body_markdown, answer_code }) => [uuid, body_markdown, answer_code]));
});
