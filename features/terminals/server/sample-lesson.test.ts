import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunReply, RunResult } from '#features/runs/contract/runs.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let screens: Screen[];
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, sampleFolder: 'app/server/sample-content' });
  const client = server.client('staff');
  const lesson = await vi.waitUntil(async () => (await client.listLessons()).find(({ sequence }) => sequence === 107), {
    timeout: 300_000,
  });
  const all = await client.listScreens({ params: { id: lesson.id } });
  screens = all.filter(({ type }) => type === 'code');
});
afterAll(() => server.close());

async function run(screen: Screen, code: string): Promise<RunResult> {
  const client = server.client('staff');
  let reply: RunReply = await client.runCode({ body: { lesson_id: screen.lesson_id, screen_id: screen.id, code } });
  while (reply.status === 'pending') {
    const params = { screenId: screen.id, runnerName: reply.runner_name, sessionId: reply.session_id, codeRunId: reply.code_run_id };
    await sleep(100);
    reply = await client.getCodeRunResults({ params });
  }
  return reply;
}

it('every answer of the command line sample lesson passes, and the initial code fails', async () => {
  expect(screens.map(({ title }) => title)).toContain('Keep the Evidence');
  for (const screen of screens) {
    const answer = await run(screen, screen.answer_code);
    expect({ title: screen.title, error: answer.error, value: answer.checks.value, summary: answer.check_summary }).toMatchObject({
      title: screen.title,
      error: null,
      summary: 'All passed.',
    });
    const initial = await run(screen, screen.initial_code);
    expect([screen.title, initial.check_summary]).toEqual([screen.title, expect.stringMatching(/^Wrong answer/)]);
  }
});
