import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunReply } from '#features/runs/contract/runs.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { PreviewRun } from '../contract/previews.ts';
import { PROBLEMS } from './deploys/messages.ts';

// A lesson whose learners edit a file, from its author's runs to its learner's.

const START = 'def double(x):\n    return x\n\nprint(double(4))\n';
const ANSWER = 'def double(x):\n    return 2 * x\n\nprint(double(4))\n';

let server: TestServer;
let lessonId: number;
let screenId: number;

const client = () => server.client('staff');
const params = () => ({ lessonId, screenId });

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: 'without git' });
  const lesson = await client().createLesson({ body: { sequence: 902, title: 'Files to edit', first_screen: true } });
  lessonId = lesson.id;
  screenId = lesson.screens?.[0] ?? 0;
  await upload('double.py', START);
  await client().saveLesson({ params: { id: lessonId }, body: { mode: 'filescreen' } });
  await client().saveScreen({ params: params(), body: { title: 'Double', type: 'code', answer_code: ANSWER } });
  await client().saveOutput({ params: params(), body: { stdout: '8\n', check_output: true } });
});
afterAll(() => server?.close());

async function upload(name: string, bytes: string): Promise<void> {
  const fields = { overwrite: 'true' };
  const reply = await sendFile(server, { url: `/api/lesson/${lessonId}/datafile`, name, bytes, fields });
  expect(reply.statusCode).toBe(200);
}

async function outputOf(code: string): Promise<string> {
  let reply: RunReply = await client().runCode({ body: { lesson_id: lessonId, screen_id: screenId, code } });
  while (reply.status === 'pending') {
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await client().getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } });
  }
  expect(reply.error).toBeNull();
  return reply.output;
}

async function deploy() {
  const { build_number: buildNumber } = await client().startDeploy({ params: { id: lessonId }, body: {} });
  return vi.waitUntil(
    async () => {
      const { deploy } = await client().getDeploy({ params: { id: lessonId, buildNumber }, query: {} });
      return deploy.status === 'running' ? null : deploy;
    },
    { timeout: 300_000, interval: 50 },
  );
}

it('is a setting of the lesson', async () => {
  expect((await client().getLesson({ params: { id: lessonId } })).mode).toBe('filescreen');
  const plain = await client().createLesson({ body: { sequence: 903 } });
  expect(plain.mode).toBe('default');
});

it('gives a run the file as it is submitted, and other modes the file of the author', async () => {
  const code = 'print("mine" in open("double.py").read())';
  expect(await outputOf(code)).toBe('True\n');
  await client().saveLesson({ params: { id: lessonId }, body: { mode: 'default' } });
  expect(await outputOf(code)).toBe('False\n');
  await client().saveLesson({ params: { id: lessonId }, body: { mode: 'filescreen' } });
});

it('warns the author when the file already passes', async () => {
  const gate = async (message: string) => {
    await client().saveScreen({ params: params(), body: { hint_markdown: message } });
    return vi.waitUntil(
      async () => {
        const found = await client().getScreenGate({ params: params() });
        return found.answer_passes === null ? null : found;
      },
      { timeout: 300_000, interval: 100 },
    );
  };
  expect(await gate('one')).toMatchObject({ answer_passes: true, initial_fails: true, warnings: [] });
  await upload('double.py', ANSWER);
  expect(await gate('two')).toMatchObject({
    initial_fails: false,
    warnings: ['The file that learners edit already passes the checks. If that is intended, mark the screen as initially passing.'],
  });
  await upload('double.py', START);
});

it('gives the file to learners, and checks what they make of it', async () => {
  const { build_number, status } = await deploy();
  expect(status).toBe('succeeded');
  const { url } = await client().createShareLink({ params: { id: lessonId }, body: { build_number } });
  const token = url.split('/').at(-1) ?? '';
  const preview = await client().getPreview({ params: { token } });
  expect(preview.screens).toMatchObject([{ file: 'double.py', initial_code: START, can_run: true, is_checked: true }]);
  expect(JSON.stringify(preview)).not.toContain('2 * x');
  const visitor = randomUUID();
  const submit = async (code: string) => {
    let reply: PreviewRun = await client().runPreview({ params: { token, screen: 1 }, body: { visitor, code, submit: true } });
    while (reply.status === 'pending') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      reply = await client().getPreviewRun({ params: { token, runId: reply.run_id } });
    }
    return reply;
  };
  expect((await submit(START)).verdict).toMatchObject({ is_correct: false });
  expect((await submit(ANSWER)).verdict).toMatchObject({ is_correct: true });
  expect((await submit('print("mine" in open("double.py").read())')).output).toBe('True\n');
});

it('is not deployed while it is unclear which file learners edit', async () => {
  await upload('other.py', 'x = 1\n');
  expect(await deploy()).toMatchObject({ status: 'failed', error: PROBLEMS.noEditedFile });
  const [file] = await client().listDataFiles({ params: { id: lessonId } });
  await client().saveDataFile({ params: { fileId: file?.id ?? 0 }, body: { display_first: true } });
  expect(await deploy()).toMatchObject({ status: 'succeeded' });
});
