/** Runs code on this machine, in the sandbox of a runner that lives as long as the command. */

import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { examineContent } from '#features/check-trust/server/index.ts';
import { RunnerPool } from '#features/runners/server/index.ts';
import { runForGuest, type RunServices } from '#features/runs/server/index.ts';
import { hasUnsettledRows } from '#features/tests/server/index.ts';
import { CommandRefused, type Call } from '../command.ts';
import type { CodePlace, ScreenCode } from './code-places.ts';
import { ClonedFiles, readRunnable, toStored, type RunnableScreen } from './lesson-inputs.ts';

/** The runner of a command. */
export interface LocalRunner extends RunServices {
  readonly blobs: ClonedFiles;
  readonly capacity: number;
  readonly close: () => Promise<void>;
}

/** @throws CommandRefused if there is no sandbox here */
export async function startLocalRunner({ environment, signal }: Pick<Call, 'environment' | 'signal'>): Promise<LocalRunner> {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('LESSONWRIGHT_RUNNER_') && value !== undefined ? [[name, value] as const] : [],
  );
  const runners = await RunnerPool.start(
    {
      dataFolder: cacheFolder(environment),
      localRunner: true,
      runners: [],
      // Runs wait for a warm interpreter: many cold ones take longer together, and their start would count as time of the answer.
      localRunnerSettings: { LESSONWRIGHT_RUNNER_WARM: 'only', ...Object.fromEntries(given) },
    },
    pino({ level: 'silent' }),
  );
  const close = () => runners.stop();
  try {
    const [state] = await runners.health();
    signal.throwIfAborted();
    if (!state?.health) throw new CommandRefused(`Code can’t run on this machine: ${state?.reason ?? 'there is no runner.'}`);
    const { sandbox, capacity } = state.health;
    if (!sandbox.ok) throw new CommandRefused(`Code can’t run on this machine: ${sandbox.reason}`);
    return { runners, blobs: new ClonedFiles(), capacity, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where packages and compiled programs are kept. As root, runs have other user ids, and can't enter the home folder of root. */
function cacheFolder({ XDG_CACHE_HOME: given = '' }: Call['environment']): string {
  const usual = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  return join(given === '' ? usual : given, 'lessonwright');
}

/** Why a lesson can't run on this machine; null: it can. */
export function whyNotHere({ datasets }: { readonly datasets: readonly { readonly name: string }[] }): string | null {
  const [dataset] = datasets;
  return dataset ? `it needs the dataset “${dataset.name}”, which isn’t in the clone.` : null;
}

export async function openLocalPlace(root: string, call: Pick<Call, 'environment' | 'signal'>): Promise<CodePlace> {
  const runner = await startLocalRunner(call);
  return {
    atOnce: runner.capacity,
    close: runner.close,
    open: async (cloned, signal) => {
      const why = whyNotHere(cloned.lesson);
      if (why !== null) return why;
      const screens = await readRunnable(root, cloned, runner.blobs);
      return (folder) => {
        const screen = screens.find(({ content }) => content.folder === folder);
        return screen ? codeOf(runner, screen, screens, signal) : 'it isn’t in the lesson.';
      };
    },
  };
}

function codeOf(services: RunServices, screen: RunnableScreen, screens: readonly RunnableScreen[], signal: AbortSignal): ScreenCode {
  const { context, start, state } = screen;
  const numbered = ({ content }: RunnableScreen, index: number) => ({ ...toStored(content), sequence: index + 1 });
  return {
    state,
    examine: (repeats) =>
      examineContent(services, {
        screen: numbered(screen, screens.indexOf(screen)),
        screens: screens.map(numbered),
        context,
        start,
        repeats,
        signal,
        onProgress: () => undefined,
      }),
    start: () => Promise.resolve(start),
    hasUnsettledRows: (answer) => hasUnsettledRows(services, context, answer, signal),
    run: async (code, inputs) => {
      const id = randomUUID();
      const own = inputs === '' ? context : { ...context, fields: { ...context.fields, inputs } };
      const result = await runForGuest(
        services,
        { id, owner: id, context: own, code, isChecked: true, session: null },
        { signal, onEvent: () => undefined },
      );
      signal.throwIfAborted();
      return result;
    },
  };
}
