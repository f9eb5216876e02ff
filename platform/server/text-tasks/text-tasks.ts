import { pathToFileURL } from 'node:url';
import { ZodError } from 'zod';
import { refused, unavailable } from '../errors.ts';
import { programFile } from '../program-file.ts';
import { type TaskLimits, type TaskProgress, TaskThread, type TaskWatch } from '../task-thread.ts';

/**
 * Pure functions over texts of people, by name. Their cost depends on the texts, so they run in threads with limits of time and memory and
 * never on the event loop. Each is the export of a file named `*.task.ts`, whose module adds its type here (`declare module`);
 * app/server/text-worker.ts loads them, and the layer rules let nothing else import what they need.
 */
export interface TextTasks {
  // Modules add theirs.
}

export type TextTaskName = keyof TextTasks;
/** Called by a task with how much of its work is done. */
export type ReportProgress = (done: number) => void;

type WithoutReport<Given extends readonly unknown[]> = Given extends readonly [...infer Input, ReportProgress] ? Input : Given;
type Input<Name extends TextTaskName> = WithoutReport<Parameters<TextTasks[Name]>>;
type Result<Name extends TextTaskName> = Awaited<ReturnType<TextTasks[Name]>>;

/** `too expensive`: it exceeded a limit, and would again. `busy`: it waited too long for others. */
export type NoResult = 'too expensive' | 'busy';

export interface TextTaskRequest {
  readonly name: TextTaskName;
  readonly input: readonly unknown[];
}

export type TextTaskReply = { readonly result: unknown } | { readonly error: string } | { readonly issues: ZodError['issues'] };
export type { TaskProgress };

/** Threads by how long someone waits for them, so that a save never waits for an import. Each starts with its first task. */
const LANES = {
  /** A save that is merged. */
  merge: { taskMs: 2_000, waitMs: 4_000, idleMs: 60_000 },
  /** A text on a page. */
  render: { taskMs: 2_000, waitMs: 5_000, idleMs: Infinity },
  /** What a page shows after some work: who wrote a line, findings, changes. */
  examine: { taskMs: 10_000, waitMs: 20_000, idleMs: 30_000 },
  /** Two versions of a lesson's files. */
  folder: { taskMs: 60_000, waitMs: 120_000, idleMs: 10_000, memoryMb: 512 },
  /** A document that is imported or exported. */
  convert: { taskMs: 20_000, waitMs: 60_000, idleMs: 10_000, memoryMb: 512 },
  /** Many documents at once. */
  collection: { taskMs: 300_000, waitMs: 600_000, idleMs: 10_000, memoryMb: 1_024 },
} as const satisfies Record<string, Partial<TaskLimits>>;

export type TextLane = keyof typeof LANES;

/** The thread of each task. */
const LANE_OF: { readonly [Name in TextTaskName]: TextLane } = {
  renderText: 'render',
  diffTexts: 'render',
  mergeFields: 'merge',
  mergeQuestion: 'merge',
  undoFields: 'merge',
  replaceInText: 'merge',
  joinScreens: 'merge',
  splitScreen: 'merge',
  quotesAfterJoin: 'merge',
  quotesAfterSplit: 'merge',
  listReplacements: 'examine',
  compareLines: 'examine',
  blameLines: 'examine',
  namesInFiles: 'examine',
  formatText: 'examine',
  listWords: 'examine',
  listNames: 'examine',
  checkContent: 'examine',
  parseRobots: 'examine',
  listVariants: 'examine',
  compareRuns: 'examine',
  judgeProposal: 'examine',
  findBareImages: 'examine',
  keepAllParts: 'examine',
  mergeFolder: 'folder',
  exportLosses: 'convert',
  lessonsWithLinkedScreens: 'convert',
  projectFiles: 'convert',
  exportPaths: 'convert',
  exportDocuments: 'convert',
  importFile: 'convert',
  readContents: 'collection',
  convertCollection: 'collection',
};

const threads = new Map<TextLane, TaskThread<TextTaskRequest, TextTaskReply>>();

function threadOf(lane: TextLane): TaskThread<TextTaskRequest, TextTaskReply> {
  let thread = threads.get(lane);
  if (!thread) threads.set(lane, (thread = openTextThread(LANES[lane])));
  return thread;
}

/** A separate thread, for tests of limits. */
export function openTextThread(limits: Partial<TaskLimits>): TaskThread<TextTaskRequest, TextTaskReply> {
  return new TaskThread(pathToFileURL(programFile('text-worker')), limits);
}

/** The thread is another one in tests of limits. */
export interface TextTaskWatch extends TaskWatch {
  readonly on?: Pick<TaskThread<TextTaskRequest, TextTaskReply>, 'run'>;
}

/** Runs a task in its thread. */
export async function runTextTask<Name extends TextTaskName>(
  name: Name,
  input: Input<Name>,
  { on = threadOf(LANE_OF[name]), ...watch }: TextTaskWatch = {},
): Promise<{ readonly result: Result<Name> } | NoResult> {
  const reply = await on.run({ name, input }, watch);
  if (typeof reply === 'string') return reply;
  if ('issues' in reply) throw new ZodError(reply.issues);
  if ('error' in reply) throw new Error(`The task ${name} failed: ${reply.error}`);
  return { result: reply.result as Result<Name> };
}

const BUSY = 'The server is busy with other texts. Nothing was changed. Try again in a minute.';

/**
 * Runs a task that must have a result.
 *
 * @param tooExpensive what authors read if it exceeds its limits: what was kept, and what to do
 * @throws AppError `refused` with that text; `unavailable` if too many others wait
 */
export async function requireTextTask<Name extends TextTaskName>(
  name: Name,
  input: Input<Name>,
  tooExpensive: string,
  watch: TaskWatch = {},
): Promise<Result<Name>> {
  const done = await runTextTask(name, input, watch);
  watch.signal?.throwIfAborted();
  if (done === 'too expensive') throw refused(tooExpensive);
  if (done === 'busy') throw unavailable(BUSY);
  return done.result;
}
