import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunReply, RunResult } from '../contract/runs.ts';

let server: TestServer;
let screens: { lesson: Lesson; screen: Screen }[];

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  const client = server.client('staff');
  await vi.waitUntil(async () => (await client.listLessons()).length > 6, { timeout: 300_000 });
  screens = [];
  for (const { id } of await client.listLessons()) {
    const lesson = await client.getLesson({ params: { id } });
    if (lesson.language === 'cli') continue;
    const all = await client.listScreens({ params: { id } });
    screens.push(...all.filter(({ type }) => type === 'code').map((screen) => ({ lesson, screen })));
  }
});
afterAll(async () => {
  await server.close();
});

async function run({ lesson, screen }: { lesson: Lesson; screen: Screen }, code: string): Promise<RunResult> {
  const client = server.client('staff');
  let reply: RunReply = await client.runCode({ body: { lesson_id: lesson.id, screen_id: screen.id, code } });
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await client.getCodeRunResults({
      params: { screenId: screen.id, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id },
    });
  }
  return reply;
}

describe('the code screens of the sample lessons in Python, R and SQL', () => {
  it('have checks of every kind', async () => {
    expect(screens.length).toBeGreaterThanOrEqual(10);
    expect(screens.some(({ lesson, screen }) => lesson.custom_check_enabled && screen.custom_check_code !== '')).toBe(true);
    expect(screens.some(({ lesson, screen }) => lesson.legacy_check_enabled && screen.legacy_check_code !== '')).toBe(true);
    expect(screens.some(({ screen }) => screen.check_val !== null)).toBe(true);
  });

  it('pass with their answers, and fail with their initial code', async () => {
    for (const place of screens) {
      const title = `${place.lesson.title}: ${place.screen.title}`;
      const answer = await run(place, place.screen.answer_code);
      expect({ title, error: answer.error, summary: answer.check_summary, wrong: answer.check_error }).toEqual({
        title,
        error: null,
        summary: 'All passed.',
        wrong: null,
      });
      const initial = await run(place, place.screen.initial_code);
      expect(`${title} ${initial.check_summary}`).toMatch(/Wrong answer: \d+ check\(s\) failed\.$/);
      expect(initial.check_error).toBeNull();
    }
  });

  it('grades the screens of an assessment by skill', async () => {
    const place = screens.find(({ screen }) => screen.title === 'Dawn or Dusk?');
    if (!place) throw new Error('The screen is missing.');
    expect((await run(place, place.screen.answer_code)).grader).toEqual({
      answer_checker_feedback: 'All passed.',
      correct: true,
      skill_names: ['Summarizing'],
      skill_results: [{ name: 'Summarizing', points: 3, correct: true }],
    });
    const wrong = place.screen.answer_code.replace('seals["dusk"].mean()', 'seals["dusk"].sum() / 2');
    expect((await run(place, wrong)).grader).toMatchObject({ correct: false, skill_results: [{ points: 0, correct: false }] });
  });
});
