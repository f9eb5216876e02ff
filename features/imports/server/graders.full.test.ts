import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Screen } from '#features/screens/contract/screens.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { GRADED_NOTEBOOKS, type GradedNotebook, submissionsOf } from '#testing/graded-notebooks.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { pythonPeer } from '../../../bench/peers/peer-folder.ts';
import { PythonProcess } from '../../../bench/peers/python-process.ts';
import { findPython } from '../../../bench/peers/python.ts';
import type { importFileRoutes } from '../contract/import-file.ts';

/** Whether each test cell of nbgrader, or each question of otter-grader, passed. */
type Verdicts = Readonly<Record<string, boolean>>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
});
afterAll(() => server.close());

async function verdictsThere(given: GradedNotebook): Promise<Verdicts[]> {
  await using grader = await PythonProcess.start(await pythonPeer(given.tool, await findPython()), `${given.tool}_verdicts.py`);
  const submissions = submissionsOf(given);
  return z.array(z.record(z.string(), z.boolean())).parse(await grader.ask({ notebook: given.notebook, submissions }));
}

async function importNotebook({ tool, notebook }: GradedNotebook, sequence: number): Promise<readonly Screen[]> {
  const file = new File([JSON.stringify(notebook)], `${tool}.ipynb`);
  const reply = await sendForm<RouteReply<typeof importFileRoutes.importFile>>(
    server,
    { url: '/api/lessons/import-file' },
    { sequence, code: 'start', earlier_code: 'true', file },
  );
  expect(reply).toMatchObject({ status: 200 });
  const screens = await server.client('staff').listScreens({ params: { id: reply.lesson_id ?? 0 } });
  return screens.filter(({ unit_test_code: code }) => code !== '');
}

/** The tests of a screen: whether all of each cell or question passed, by its name. */
async function check(screen: Screen, tests: readonly string[], code: string | null): Promise<Verdicts> {
  const client = server.client('staff');
  const { lesson_id, id: screenId } = screen;
  let reply = await client.runCode({ body: { lesson_id, screen_id: screenId, code: code ?? screen.initial_code } });
  while (reply.status === 'pending') {
    await sleep(20);
    const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = reply;
    reply = await client.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } });
  }
  const { pass, results } = reply.checks.unit;
  const passes = (test: string) => {
    const own = results.filter(({ name }) => new RegExp(`(?:^|_)${test}(?:_|$)`).test(name));
    return pass || (own.length > 0 && own.every((result) => result.pass));
  };
  return Object.fromEntries(tests.map((test) => [test, passes(test)]));
}

async function verdictsHere(given: GradedNotebook, sequence: number): Promise<Verdicts[]> {
  const screens = await importNotebook(given, sequence);
  expect(screens).toHaveLength(given.exercises.length);
  const checked = new Map<string, Verdicts>();
  const verdicts: Verdicts[] = [];
  for (const submission of submissionsOf(given)) {
    const all: Verdicts[] = [];
    for (const [index, screen] of screens.entries()) {
      const code = submission[index] ?? null;
      const key = `${index} ${code}`;
      const found = checked.get(key) ?? (await check(screen, given.exercises[index]?.tests ?? [], code));
      checked.set(key, found);
      all.push(found);
    }
    verdicts.push(Object.assign({}, ...all) as Verdicts);
  }
  return verdicts;
}

it.each(GRADED_NOTEBOOKS.map((given, index) => ({ given, sequence: 800 + index })))(
  'gives 25 submissions the verdicts of $given.tool',
  async ({ given, sequence }) => {
    const [here, there] = [await verdictsHere(given, sequence), await verdictsThere(given)];
    const submissions = submissionsOf(given);
    expect(submissions).toHaveLength(25);
    const named = (verdicts: readonly Verdicts[]) => verdicts.map((verdict, index) => ({ code: submissions[index], verdict }));
    expect(named(here)).toEqual(named(there));
    for (const { tests } of given.exercises)
      for (const test of tests) expect(new Set(here.map((verdict) => verdict[test]))).toEqual(new Set([true, false]));
  },
);
