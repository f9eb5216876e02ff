/** Runs code on a server: with the fields of a screen as they are in the clone, and everything else of its lesson as the server has it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { RunReply, RunResult } from '#features/runs/contract/runs.ts';
import { startCode } from '#features/screens/rules/start-code.ts';
import { ApiError, type Client } from '#platform/contract/client.ts';
import { unavailable } from '#platform/server/errors.ts';
import { Clone } from '../clone/clone.ts';
import { releaseBranch } from '../clone/release-branch.ts';
import { CommandRefused, type Call } from '../command.ts';
import { findRelease, saidByServer, serverApi } from '../server-api.ts';
import type { ClonedLesson, CodePlace, ScreenCode } from './code-places.ts';
import { whenAllowed } from './when-allowed.ts';

const AT_ONCE = 2;
const POLL_MS = 300;

/** @throws CommandRefused without a server or a token, or for a branch that is no release */
export async function openServerPlace(call: Call): Promise<CodePlace> {
  const { output, signal } = call;
  const client = serverApi(call);
  const { name: branch } = await releaseBranch(await Clone.find(call));
  const release = await findRelease(client, branch, signal);
  const rows = await saidByServer(client.listLessons(undefined, { signal }));
  const ids = new Map(rows.filter(({ release_id }) => release_id === release.id).map(({ sequence, id }) => [sequence, id]));
  output.note(`Code runs on the server, with the files, packages and settings of lessons as release “${release.name}” has them.`);
  return {
    atOnce: AT_ONCE,
    close: () => Promise.resolve(),
    open: async (cloned) => {
      const id = ids.get(cloned.lesson.sequence);
      if (id === undefined) return `release “${release.name}” has no lesson ${cloned.lesson.sequence}. Push it first.`;
      const screens = await saidByServer(client.listScreenNames({ params: { id } }, { signal }));
      const screenIds = new Map(screens.map((screen) => [screen.uuid, screen.id]));
      return (folder) => codeOf(client, { cloned, folder, lessonId: id, screenIds, signal });
    },
  };
}

interface Place {
  readonly cloned: ClonedLesson;
  readonly folder: string;
  readonly lessonId: number;
  readonly screenIds: ReadonlyMap<string, number>;
  readonly signal: AbortSignal;
}

function codeOf(client: Client<Api>, { cloned: { lesson }, folder, lessonId, screenIds, signal }: Place): ScreenCode | string {
  const screen = lesson.screens.find((each) => each.folder === folder);
  const screenId = screen && screenIds.get(screen.uuid);
  if (!screen || screenId === undefined) return 'the server doesn’t have this screen. Push it first.';
  return {
    state: '',
    examine: (repeats) =>
      reported(async () => {
        const body = { screen_ids: [screenId], repeats, draft: screen.fields };
        const [row] = await whenAllowed(() => client.examineChecks({ params: { id: lessonId }, body }, { signal }), signal);
        return row?.trust ?? null;
      }),
    start: () => Promise.resolve(startCode(lesson.screens, screen)),
    // The server examines that when the lesson is saved.
    hasUnsettledRows: () => Promise.resolve(false),
    run: (code, inputs) => {
      const draft = inputs === '' ? screen.fields : { ...screen.fields, inputs };
      return reported(() => runToEnd(client, { lesson_id: lessonId, screen_id: screenId, code, draft }, signal));
    },
  };
}

/** @throws AppError `unavailable` with why a screen didn’t run; CommandRefused if no server can be reached */
async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0) throw unavailable(error.message);
    throw error instanceof ApiError ? new CommandRefused(error.message) : error;
  }
}

async function runToEnd(client: Client<Api>, body: Parameters<Client<Api>['runCode']>[0]['body'], signal: AbortSignal): Promise<RunResult> {
  let reply: RunReply = await whenAllowed(() => client.runCode({ body }, { signal }), signal);
  while (reply.status === 'pending') {
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
    await sleep(POLL_MS, undefined, { signal });
    const params = { screenId: body.screen_id, runnerName, sessionId, codeRunId };
    reply = await whenAllowed(() => client.getCodeRunResults({ params }, { signal }), signal);
  }
  return reply;
}
