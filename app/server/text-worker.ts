import { parentPort } from 'node:worker_threads';
import { ZodError } from 'zod';
import type { TaskProgress, TextTaskName, TextTaskReply, TextTaskRequest, TextTasks } from '#platform/server/text-tasks/text-tasks.ts';

// The worker thread that runs tasks over texts of people. It loads each when it is first asked for.

const render = () => import('#platform/server/markdown/render.task.ts');
const merge = () => import('#features/documents/server/merge.task.ts');

const preflight = () => import('#features/preflight/server/check-lesson.task.ts');
const exports = () => import('#features/exports/server/export-lesson.task.ts');
const collection = () => import('#features/imports/server/collections/convert.task.ts');

const drafted = () => import('#features/language-model/server/markdown.task.ts');

const joining = () => import('#features/workbench/server/join-screens.task.ts');

const TASKS: { readonly [Name in TextTaskName]: () => Promise<TextTasks[Name]> } = {
  renderText: async () => (await render()).renderText,
  diffTexts: async () => (await render()).diffTexts,
  mergeFields: async () => (await merge()).mergeFields,
  mergeQuestion: async () => (await merge()).mergeQuestion,
  blameLines: async () => (await import('#features/history/server/blame.task.ts')).blameLines,
  namesInFiles: async () => (await import('#features/runs/server/code-names.task.ts')).namesInFiles,
  formatText: async () => (await import('#features/runs/server/format-code.task.ts')).formatText,
  listWords: async () => (await preflight()).listWords,
  listNames: async () => (await preflight()).listNames,
  checkContent: async () => (await preflight()).checkContent,
  parseRobots: async () => (await import('#features/preflight/server/links/robots-rules.task.ts')).parseRobots,
  listVariants: async () => (await import('#features/check-trust/server/variants/variants.task.ts')).listVariants,
  compareRuns: async () => (await import('#features/rehearsals/server/compare/compare-runs.task.ts')).compareRuns,
  judgeProposal: async () => (await import('#features/proposals/server/judge-proposal.task.ts')).judgeProposal,
  findBareImages: async () => (await drafted()).findBareImages,
  keepAllParts: async () => (await drafted()).keepAllParts,
  mergeFolder: async () => (await import('#features/changes/server/merge-folder.task.ts')).mergeFolder,
  exportLosses: async () => (await exports()).exportLosses,
  lessonsWithLinkedScreens: async () => (await exports()).lessonsWithLinkedScreens,
  projectFiles: async () => (await exports()).projectFiles,
  exportPaths: async () => (await exports()).exportPaths,
  exportDocuments: async () => (await exports()).exportDocuments,
  importFile: async () => (await import('#features/imports/server/import-file.task.ts')).importFileTask,
  readContents: async () => (await collection()).readContents,
  convertCollection: async () => (await collection()).convert,
  undoFields: async () => (await merge()).undoFields,
  listReplacements: async () => (await import('#features/replace/server/replace.task.ts')).listReplacements,
  replaceInText: async () => (await import('#features/replace/server/replace.task.ts')).replaceInText,
  compareLines: async () => (await merge()).compareLines,
  joinScreens: async () => (await joining()).joinScreens,
  splitScreen: async () => (await joining()).splitScreen,
  quotesAfterJoin: async () => (await joining()).quotesAfterJoin,
  quotesAfterSplit: async () => (await joining()).quotesAfterSplit,
};

function report(progress: number): void {
  parentPort?.postMessage({ progress } satisfies TaskProgress);
}

async function run({ name, input }: TextTaskRequest): Promise<TextTaskReply> {
  const task = (await TASKS[name]()) as (...input: readonly unknown[]) => unknown;
  try {
    return { result: await task(...input, report) };
  } catch (error) {
    // A text that is nested too deeply, or a result that is too long: it exceeded a limit, which ends the thread.
    if (error instanceof RangeError) throw error;
    if (error instanceof ZodError) return { issues: error.issues };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: TextTaskRequest) => {
  void run(request).then((reply) => parentPort?.postMessage(reply));
});
parentPort?.postMessage({ result: null } satisfies TextTaskReply);
