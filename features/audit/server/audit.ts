import type { api } from '#app/contract/api.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { currentCall } from '#platform/server/http/current-call.ts';
import type { UnauditedChange } from '#platform/server/http/mount.ts';
import type { AuditAction } from './phrases.ts';
import { auditInsert } from './queries.ts';

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
  importScreens: 'the created screens are recorded; a dry run changes nothing',
  importFile: 'the created lesson is recorded; a dry run changes nothing',
  stopOperation: 'the stopped operation writes its own entry',
  previewSettings: 'only reads, although it is a POST',
  previewSettingsCsv: 'only reads, although it is a POST',
  exportSettings: 'only reads, although it is a POST',
  previewReplace: 'only reads, although it is a POST',
  checkReplace: 'only reads, although it is a POST',
  prepareModelRequest: 'only reads, although it is a POST',
  formatCode: 'stores nothing',
  checkSpelling: 'only reads, although it is a POST',
  listBranchLessons: 'only reads, although it is a POST',
  downloadDataset: 'only reads, although it is a POST',
  sendDatasetChunk: 'the version created from the chunks is recorded once',
  discardDatasetUpload: 'it changed nothing',
  receiveWebhook: 'its effects are recorded; code hosts call it every minute',
  announceRunner: 'runners call it every second',
  loginWithPassword: 'sign-ins are recorded separately',
  finishLogin: 'sign-ins are recorded separately',
  loginWithPasskey: 'sign-ins are recorded separately',
  startPasskeyLogin: 'nothing has happened yet',
  startPasskey: 'nothing has happened yet',
  startTotp: 'nothing is stored',
  answerPreview: 'learners change nothing',
  reportPreviewProblem: 'the comment is recorded',
  runPreviewAnswer: 'learners change nothing',
  runPreview: 'learners change nothing',
  stopPreviewRun: 'learners change nothing',
  gradePreview: 'learners change nothing',
  openPreviewTerminal: 'learners change nothing',
  checkPreviewTerminal: 'learners change nothing',
  openPreview: 'reads',
  keepConsoleCall: 'the call itself is recorded',
  clearConsoleCalls: 'a user’s own list',
  readNotification: 'a user’s own inbox',
  readNotifications: 'a user’s own inbox',
  saveNotificationSettings: 'a user’s own inbox',
  search: 'only reads, although it is a POST',
  visitLesson: 'what a user has read, which is no deed (decision 0166)',
  saveView: 'filters of a list, which change nothing',
  changeSavedView: 'filters of a list, which change nothing',
  deleteSavedView: 'filters of a list, which change nothing',
};

export const UNAUDITED_CALLS: ReadonlySet<string> = new Set(Object.keys(REASONS));

/** Names of path parameters in the audit trail. The API calls paths tracks. */
const NOUNS: Readonly<Record<string, string>> = {
  lesson: 'lesson',
  lessons: 'lesson',
  screen: 'screen',
  release: 'release',
  comments: 'comment',
  archive: 'comment',
  complete: 'comment',
  approve: 'comment',
  reopen: 'comment',
  dataset: 'dataset',
  course: 'course',
  courses: 'course',
  track: 'path',
  step: 'step',
  staff: 'user',
  'external-user': 'user',
};

/** The last id in a call's address in the audit trail's form, `screen:7`; null if there is none. Some addresses name the kind: `/history/lesson/3`. */
function subjectOfCall(path: string, params: Readonly<Record<string, unknown>>): string | null {
  const named = [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].flatMap(([, word = '', name = '']) => {
    const noun = NOUNS[word];
    const id = params[name];
    return noun !== undefined && typeof id === 'number' ? [`${noun}:${id}`] : [];
  });
  const { kind, id } = params;
  return named.at(-1) ?? (typeof kind === 'string' && typeof id === 'number' ? `${kind}:${id}` : null);
}

/** An entry of the audit trail: who did what to what, from where. Never put secrets in `details`. */
export interface AuditEntry {
  /** Null: no signed-in user, such as a job. */
  actor: Pick<Actor, 'id'> | null;
  action: AuditAction;
  /** The object of the action: `lesson:12`, or text such as an email address. */
  subject?: string;
  details?: Record<string, unknown>;
  /** Network address of the caller; by default that of the current call. */
  address?: string;
}

/** Writes an entry of the audit trail, in the transaction of the change it records. */
export async function recordAudit(handle: Handle, entry: AuditEntry): Promise<void> {
  await auditEntry(handle, entry).execute();
}

/** The write of {@link recordAudit}, for a statement that does more. */
export function auditEntry(handle: Handle, entry: AuditEntry) {
  const call = currentCall();
  if (call !== null) call.isRecorded = true;
  return insertFor(handle, entry);
}

function insertFor(handle: Handle, entry: Omit<AuditEntry, 'action'> & { action: string }) {
  const call = currentCall();
  return auditInsert(handle, {
    user_id: entry.actor?.id ?? null,
    action: entry.action,
    subject: entry.subject ?? null,
    details: entry.details ?? {},
    address: entry.address ?? call?.address ?? null,
    request_id: call?.requestId ?? null,
  });
}

/**
 * Writes an entry for a call that changed something without writing one: the call's name in the contract and the
 * subject in its address. Some calls are excluded ({@link UNAUDITED_CALLS}).
 */
export async function recordCall(handle: Handle, { name, route, actor, params }: UnauditedChange): Promise<void> {
  if (UNAUDITED_CALLS.has(name)) return;
  const subject = subjectOfCall(route.path, params);
  const call = { actor, action: `call.${name}`, details: { ...params }, ...(subject === null ? {} : { subject }) };
  await insertFor(handle, call).execute();
}
