import { parentPort } from 'node:worker_threads';
import type { TextTaskName, TextTaskReply, TextTaskRequest, TextTasks } from './platform/text-tasks/text-tasks.ts';

// The worker thread that runs tasks over texts of people. It loads each when it is first asked for.

const render = () => import('./platform/markdown/render.task.ts');
const merge = () => import('./platform/text-tasks/merge.task.ts');

const TASKS: { readonly [Name in TextTaskName]: () => Promise<TextTasks[Name]> } = {
  renderText: async () => (await render()).renderText,
  diffTexts: async () => (await render()).diffTexts,
  mergeFields: async () => (await merge()).mergeFields,
  mergeQuestion: async () => (await merge()).mergeQuestion,
  compareLines: async () => (await merge()).compareLines,
};

async function run({ name, input }: TextTaskRequest): Promise<TextTaskReply> {
  const task = (await TASKS[name]()) as (...input: readonly unknown[]) => unknown;
  try {
    return { result: await task(...input) };
  } catch (error) {
    // A text that is nested too deeply, or a result that is too long: it exceeded a limit, which ends the thread.
    if (error instanceof RangeError) throw error;
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: TextTaskRequest) => {
  void run(request).then((reply) => parentPort?.postMessage(reply));
});
parentPort?.postMessage({ result: null } satisfies TextTaskReply);
