import type { api } from '#contract/api.ts';

/** Calls other than GET that write no audit entry of their own, with the reason. All others do. */
const REASONS: Readonly<Partial<Record<keyof typeof api, string>>> = {
  runCode: 'runs are kept as rows of their own, and change no content',
  stopRun: 'as running',
  runScreenTest: 'as running',
  stopScreenTest: 'as running',
  loadScreenTests: 'reads; B §7 makes it a POST',
  checkTerminal: 'as running',
  getRunnerConnection: 'as running',
  openProject: 'as running',
  endApplicationSession: 'as running',
  stopOperation: 'what was stopped tells what it did',
  listBranchLessons: 'reads; A §7 makes it a POST',
  downloadDataset: 'reads; B §7 makes it a POST',
  sendDatasetChunk: 'the version that the chunks become is told, once',
  discardDatasetUpload: 'nothing came of it',
  receiveWebhook: 'told by what it leads to; a code host calls by the minute',
  loginWithPassword: 'sign-ins are told by themselves',
  answerPreview: 'a learner, who changes nothing',
  runPreview: 'a learner, who changes nothing',
  stopPreviewRun: 'a learner, who changes nothing',
  gradePreview: 'a learner, who changes nothing',
  openPreviewTerminal: 'a learner, who changes nothing',
  checkPreviewTerminal: 'a learner, who changes nothing',
  openPreview: 'reads',
  keepConsoleCall: 'what was called has told its own line',
  clearConsoleCalls: 'a list of one’s own',
};

export const TELLS_NOTHING: ReadonlySet<string> = new Set(Object.keys(REASONS));
