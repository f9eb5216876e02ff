/** Runs code on a server: with the fields of a screen as they are in the clone, and everything else of its lesson as the server has it. */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { api, type Api } from '#app/contract/api.ts';
import type { RunReply, RunResult } from '#features/runs/contract/runs.ts';
import { startCode } from '#features/screens/rules/start-code.ts';
import { ApiError, createClient, type Client } from '#platform/contract/client.ts';
import { unavailable } from '#platform/server/errors.ts';
import { CommandRefused, type Call } from '../command.ts';
import type { ClonedLesson, CodePlace, ScreenCode } from './code-places.ts';
import { whenAllowed } from './when-allowed.ts';

const AT_ONCE = 2;
const POLL_MS = 300;

/** @throws CommandRefused without a token, or for a branch that is no release */
export async function openServerPlace(root: string, server: string, { environment, output, signal }: Call): Promise<CodePlace> {
  const token = environment['LESSONWRIGHT_TOKEN'] ?? '';
  if (token === '')
    throw new CommandRefused('--server needs a personal token in LESSONWRIGHT_TOKEN. Create one under “Account and tokens”.');
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new CommandRefused(`“${server}” isn’t the address of a server, such as https://lessons.example.org.`);
  const client = createClient(api, { baseUrl: new URL(server).origin, headers: { authorization: `Bearer ${token}` } });
  const branch = await branchOf(root, signal);
  const [release, rows] = await calling(async () => {
    const releases = await client.listReleases(undefined, { signal });
    return [releases.find(({ version_major }) => version_major === branch), await client.listLessons(undefined, { signal })] as const;
  });
  if (!release) throw new CommandRefused(`The server has no release with the branch “${branch}”. Check out the branch of a release.`);
  const ids = new Map(rows.filter(({ release_id }) => release_id === release.id).map(({ sequence, id }) => [sequence, id]));
  output.note(
    `Code runs on ${new URL(server).origin} with the files, packages and settings of lessons as release “${release.name}” has them.`,
  );
  return {
    atOnce: AT_ONCE,
    close: () => Promise.resolve(),
    open: async (cloned) => {
      const id = ids.get(cloned.lesson.sequence);
      if (id === undefined) return `release “${release.name}” has no lesson ${cloned.lesson.sequence}. Push it first.`;
      const screens = await calling(() => client.listScreenNames({ params: { id } }, { signal }));
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
    examine: () => Promise.resolve(null),
    start: () => Promise.resolve(startCode(lesson.screens, screen)),
    // The server examines that when the lesson is saved.
    hasUnsettledRows: () => Promise.resolve(false),
    run: async (code, inputs) => {
      const draft = inputs === '' ? screen.fields : { ...screen.fields, inputs };
      try {
        return await runToEnd(client, { lesson_id: lessonId, screen_id: screenId, code, draft }, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0) throw unavailable(error.message);
        throw error instanceof ApiError ? new CommandRefused(error.message) : error;
      }
    },
  };
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

async function branchOf(root: string, signal: AbortSignal): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['symbolic-ref', '--short', 'HEAD'], { cwd: root, signal });
    return stdout.trim();
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandRefused(
      `--server needs the branch of a release to be checked out: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new CommandRefused(`${error.message} (${error.status === 0 ? 'no reply' : error.status})`);
    throw error;
  }
}
