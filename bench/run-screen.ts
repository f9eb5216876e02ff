import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Client } from '#platform/contract/client.ts';
import type { Language } from '#platform/contract/languages.ts';

/** How often a run that isn't finished at once is looked at, and so the precision of its time. */
const POLL_MS = 5;

/** A screen on which code can be run. */
export interface RunScreen {
  readonly lesson_id: number;
  readonly screen_id: number;
}

interface ScreenToRun {
  readonly sequence: number;
  readonly language: Language;
  readonly fields?: Partial<ScreenFields>;
}

/** Creates a lesson with one code screen. */
export async function createRunScreen(client: Client<Api>, { sequence, language, fields = {} }: ScreenToRun): Promise<RunScreen> {
  const lesson = await client.createLesson({ body: { sequence, title: `Measured in ${language}` } });
  if (language !== 'python') await client.saveLesson({ params: { id: lesson.id }, body: { language, language_version: null } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code', ...fields } });
  return { lesson_id: lesson.id, screen_id: newScreenId };
}

/** POST /api/run-code, from the call to the judged result, also if the call returns before the run has ended. @throws Error if the code failed */
export async function runOn(client: Client<Api>, screen: RunScreen, code: string): Promise<RunResult> {
  let reply = await client.runCode({ body: { ...screen, code } });
  while (reply.status === 'pending') {
    await sleep(POLL_MS);
    const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = reply;
    reply = await client.getCodeRunResults({ params: { screenId: screen.screen_id, runnerName, sessionId, codeRunId } });
  }
  if (reply.error !== null) throw new Error(`The run failed: ${JSON.stringify(reply).slice(0, 500)}`);
  return reply;
}
