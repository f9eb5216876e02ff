import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { importFileRoutes } from '#features/imports/contract/import-file.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { LANGUAGE_NAMES } from '#platform/contract/languages.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunReply, RunResult } from '../contract/runs.ts';
import { runRequest } from './run-request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
});
afterAll(async () => {
  await server.close();
});

type Reply = RouteReply<typeof importFileRoutes.importFile>;

/** What a kernel recorded for a value. */
const value = (text: string, output_type = 'execute_result') => ({ output_type, data: { 'text/plain': text }, metadata: {} });

async function importNotebook(sequence: number, language: string, cells: readonly (readonly [source: string, outputs: object[]])[]) {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { language, name: language } },
    cells: cells.map(([source, outputs]) => ({ cell_type: 'code', source, outputs })),
  };
  const file = new File([JSON.stringify(notebook)], 'values.ipynb');
  const reply = await sendForm<Reply>(
    server,
    { url: '/api/lessons/import-file', role: 'staff' },
    { sequence, earlier_code: 'false', file },
  );
  const id = reply.lesson_id ?? 0;
  const client = server.client('staff');
  const screens = await client.listScreens({ params: { id } });
  for (const { id: screenId, answer_output } of screens)
    await client.saveOutput({ params: { lessonId: id, screenId }, body: { stdout: answer_output?.stdout ?? '', check_output: true } });
  return { id, screens, lesson: await client.getLesson({ params: { id } }) };
}

async function run(lesson_id: number, screen_id: number, code: string): Promise<RunResult> {
  const client = server.client('staff');
  let reply: RunReply = await client.runCode({ body: { lesson_id, screen_id, code } });
  while (reply.status === 'pending') {
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await client.getCodeRunResults({ params: { screenId: screen_id, runnerName, sessionId, codeRunId } });
  }
  return reply;
}

describe('an imported notebook', () => {
  it('prints the values that it recorded', async () => {
    const { id, screens, lesson } = await importNotebook(911, 'python', [
      ['total = 3\ntotal', [value('3')]],
      ['print("words")\n"a b".split()', [{ output_type: 'stream', name: 'stdout', text: 'words\n' }, value("['a', 'b']")]],
      ['class Thing: pass\nThing()', [value('<__main__.Thing at 0x7f2c8a1b2d90>')]],
      ['{n: "x" * 20 for n in range(4)}', [value(`{${[0, 1, 2, 3].map((n) => `${n}: '${'x'.repeat(20)}'`).join(',\n ')}}`)]],
      ['total = 3\ntotal + 1;', []],
    ]);
    expect(lesson.show_last_value).toBe(true);
    for (const { id: screenId, answer_code, answer_output } of screens) {
      expect(await run(id, screenId, answer_code)).toMatchObject({
        output: answer_output?.stdout ?? '',
        error: null,
        check_summary: 'All passed.',
      });
    }
    const [first] = screens;
    expect(await run(id, first?.id ?? 0, 'total = 4\ntotal')).toMatchObject({ checks: { output: { pass: false } } });
    await server.client('staff').saveLesson({ params: { id }, body: { show_last_value: false } });
    expect(await run(id, first?.id ?? 0, 'total = 3\ntotal')).toMatchObject({ output: '', checks: { output: { pass: false } } });
  });

  it('an imported R notebook prints every value that it recorded', async () => {
    const { id, screens, lesson } = await importNotebook(912, 'R', [
      ['x <- c(1, 2)\nx\nsum(x)', [value('[1] 1 2', 'display_data'), value('[1] 3', 'display_data')]],
      ['x <- 1\ninvisible(x)', []],
    ]);
    expect(lesson).toMatchObject({ language: 'r', show_last_value: false });
    for (const { id: screenId, answer_code, answer_output } of screens)
      expect(await run(id, screenId, answer_code)).toMatchObject({ output: answer_output?.stdout ?? '', check_summary: 'All passed.' });
  });
});

it('only languages that have the setting are asked for the last value', () => {
  const asked = LANGUAGE_NAMES.filter((language) => {
    const lesson = { ...emptyLessonFields({ title: '', author: '' }), language, show_last_value: true };
    const screen = { attached: { answer_output: null, answer_variables: [], skills: [] } };
    const context = {
      lesson,
      screen,
      fields: emptyScreenFields('code'),
      files: [],
      edited: null,
      draw: null,
      datasets: [],
      setup: { ofLesson: [], ofScreen: [] },
      environment: null,
      earlier: [],
    };
    return runRequest({ id: 'a', user_id: 1 }, { context, session: null, code: '', isApplication: false }, null).shows_last_value;
  });
  expect(asked).toEqual(['python']);
});
