import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#platform/server/config.ts';
import { type Call, CommandRefused, EXIT, type ExitCode } from '../command.ts';
import { findClone, listFolders, select } from '../content-folders.ts';
import { ClonedFiles } from '../runs/lesson-inputs.ts';
import { type LocalRunner, startLocalRunner, whyNotHere } from '../runs/local-place.ts';
import { DraftBuilds } from './draft.ts';
import { servePreview } from './serve-preview.ts';

/** Tried first, so that a bookmark stays valid. */
const USUAL_PORT = 4400;
/** Editors write a file in several steps. */
const SETTLE_MS = 15;

/** The folder of the lesson that is named, or that the command was called from. @throws CommandRefused */
async function findLesson({ folder, args }: Call): Promise<string> {
  const root = await findClone(folder);
  const { lessons } = select(root, await listFolders(root), args.slice(0, 1), folder);
  const [lesson, another] = lessons;
  if (lesson !== undefined && another === undefined) return join(root, 'lessons', lesson);
  throw new CommandRefused('Name one lesson, for example lessonwright preview lessons/101-loops.');
}

/** The command `preview`. */
export async function showPreview(call: Call): Promise<ExitCode> {
  const folder = await findLesson(call);
  const { environment, output, signal } = call;
  const config = readConfig({ LESSONWRIGHT_WEB: environment['LESSONWRIGHT_WEB'] });
  const files = new ClonedFiles();
  const draft = new DraftBuilds(folder, { files, videoHosts: config.videoHosts });
  const { lesson } = await draft.current;
  await using runner = startRunner(call, lesson);
  const port = portOf(call);
  const serve = (at: number) => servePreview({ draft, files, runners: runner.runners, config, port: at });
  await using served = await serve(port ?? USUAL_PORT).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (port !== null) throw new CommandRefused(`Port ${port} is in use. Choose another one with --port.`);
    return serve(0);
  });
  output.print(`${served.address}/preview/${draft.token}`);
  output.note('Press Ctrl C to end.');
  const note = (notes: readonly string[]) => {
    for (const each of notes) output.note(each);
  };
  let { notes } = await draft.current;
  note(notes);
  for await (const saved of savedIn(folder, signal)) {
    const before = notes;
    ({ notes } = await draft.refresh());
    served.change(saved.some((path) => path.startsWith('images')) ? 'image' : 'text');
    if (before.join() !== notes.join()) note(notes);
  }
  return EXIT.done;
}

/** The paths that were saved together, below a folder, until the signal. */
async function* savedIn(folder: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const saved = new Set<string>();
  let wake = Promise.withResolvers<void>();
  const watcher = watch(folder, { recursive: true }, (_, path) => {
    saved.add(path ?? '');
    wake.resolve();
  });
  signal.addEventListener('abort', () => wake.resolve());
  try {
    while (!signal.aborted) {
      await wake.promise;
      await sleep(SETTLE_MS);
      wake = Promise.withResolvers();
      const paths = [...saved];
      saved.clear();
      if (paths.length > 0) yield paths;
    }
  } finally {
    watcher.close();
  }
}

interface StartedRunner extends AsyncDisposable {
  readonly runners: Promise<LocalRunner['runners'] | string>;
}

/** Starts beside the page, which doesn't wait for it. */
function startRunner(call: Call, lesson: Parameters<typeof whyNotHere>[0]): StartedRunner {
  const why = whyNotHere(lesson);
  const starting =
    why === null
      ? startLocalRunner(call).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      : Promise.resolve(`The code of this lesson can’t run here: ${why}`);
  return {
    runners: starting.then((started) => (typeof started === 'string' ? started : started.runners)),
    [Symbol.asyncDispose]: async () => {
      const started = await starting;
      if (typeof started !== 'string') await started.close();
    },
  };
}

function portOf({ options }: Call): number | null {
  const { port } = options;
  if (port === undefined) return null;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new CommandRefused('--port must be a number from 0 to 65535.');
  return number;
}
