import type { api } from '#contract/api.ts';

/** Calls other than GET that write no audit entry of their own, with the reason. All others do. */
const REASONS: Readonly<Partial<Record<keyof typeof api, string>>> = {
  runCode: 'runs have their own rows and change no content',
  stopRun: 'as running',
  runScreenTest: 'as running',
  stopScreenTest: 'as running',
  loadScreenTests: 'only reads, although it is a POST',
  checkTerminal: 'as running',
  getRunnerConnection: 'as running',
  openProject: 'as running',
  endApplicationSession: 'as running',
  stopOperation: 'the stopped operation writes its own entry',
  listBranchLessons: 'only reads, although it is a POST',
  downloadDataset: 'only reads, although it is a POST',
  sendDatasetChunk: 'the version created from the chunks is recorded once',
  discardDatasetUpload: 'it changed nothing',
  receiveWebhook: 'its effects are recorded; code hosts call it every minute',
  loginWithPassword: 'sign-ins are recorded separately',
  answerPreview: 'learners change nothing',
  runPreview: 'learners change nothing',
  stopPreviewRun: 'learners change nothing',
  gradePreview: 'learners change nothing',
  openPreviewTerminal: 'learners change nothing',
  checkPreviewTerminal: 'learners change nothing',
  openPreview: 'reads',
  keepConsoleCall: 'the call itself is recorded',
  clearConsoleCalls: 'a user’s own list',
};

export const TELLS_NOTHING: ReadonlySet<string> = new Set(Object.keys(REASONS));
