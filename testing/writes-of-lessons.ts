import { api, type Api } from '#app/contract/api.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { Route } from '#platform/contract/route.ts';
import { buildLesson, type BuiltLesson } from './build-lesson.ts';
import { pngBytes } from './png-bytes.ts';
import { sendFile } from './send-file.ts';
import type { TestRole, TestServer } from './test-server.ts';

/** A lesson with one of everything that a call can change. */
export interface FurnishedLesson extends BuiltLesson {
  readonly screen: number;
  readonly deletedScreen: number;
  readonly dataFile: number;
  readonly deletedFile: number;
  readonly image: number;
  readonly test: number;
  readonly fingerprint: string;
  readonly version: number;
}

/** Makes a lesson with one of everything, as this person. */
export async function furnishLesson(
  server: TestServer,
  role: 'staff' | 'external',
  lesson: { sequence: number; release_id?: number },
): Promise<FurnishedLesson> {
  const client = server.client(role);
  const screens = [{ title: 'One', type: 'code' as const }, { title: 'Two' }, { title: 'Three' }];
  const built = await buildLesson(server.platform, toActor(server.users[role]), { ...lesson, screens });
  const [screen = 0, deletedScreen = 0] = built.screens;
  const address = { lessonId: built.id, screenId: screen };
  const upload = (kind: string, name: string, bytes: Uint8Array | string) =>
    sendFile(server, { url: `/api/lesson/${built.id}/${kind}`, name, bytes, role });
  await upload('datafile', 'a.csv', 'a\n1\n');
  await upload('datafile', 'b.csv', 'b\n1\n');
  await upload('image', 'a.png', pngBytes(1, 1));
  const files = await client.listDataFiles({ params: { id: built.id } });
  const fileCalled = (name: string) => files.find(({ file_name }) => file_name === name)?.id ?? 0;
  await client.deleteDataFile({ params: { fileId: fileCalled('b.csv') } });
  await client.deleteScreen({ params: { ...address, screenId: deletedScreen } });
  const trash = await client.listTrash();
  const [image] = await client.listImages({ params: { id: built.id } });
  const checkOutput = { enabled: true, pass: true, results: [] };
  const test = await client.saveScreenTest({
    params: address,
    body: { code: '1', checkOutput, description: 'One', is_boolean_test: false },
  });
  const { findings } = await client.getLessonPreflight({ params: { id: built.id } });
  const { versions } = await client.listVersions({ params: { kind: 'lesson', id: built.id }, query: {} });
  return {
    ...built,
    screen,
    deletedScreen,
    dataFile: fileCalled('a.csv'),
    deletedFile: trash.find(({ kind, lesson_id }) => kind === 'data-file' && lesson_id === built.id)?.id ?? 0,
    image: image?.id ?? 0,
    test: test.id,
    fingerprint: findings[0]?.fingerprint ?? '',
    version: versions[0]?.id ?? 0,
  };
}

interface Input {
  readonly params?: Record<string, string | number>;
  readonly body?: unknown;
}

type Name = keyof Api;
type Write = (lesson: FurnishedLesson) => Input;

const ofLesson =
  (body?: unknown, more: Record<string, string | number> = {}): Write =>
  ({ id }) => ({ params: { id, ...more }, body });
const ofScreen =
  (body?: unknown): Write =>
  ({ id, screen }) => ({ params: { lessonId: id, screenId: screen }, body });
const ofPull =
  (body?: unknown): Write =>
  ({ release_id }) => ({ params: { id: release_id, commentId: 1 }, body });

/** About the pull request of a release. */
const PULL_WRITES = {
  editPullComment: ofPull({ text: 'Changed' }),
  deletePullComment: ofPull(),
  replyToPullComment: ofPull({ text: 'Fine' }),
  resolvePullComment: ofPull({ is_resolved: true }),
  applySuggestion: ofPull(),
  discardPendingReview: ofPull(),
} satisfies Partial<Record<Name, Write>>;

/** Calls about what external authors don't see unless it is in their drafts: that it exists isn't disclosed. */
export const HIDDEN: readonly string[] = ['restoreItem', 'repairRelease', ...Object.keys(PULL_WRITES)];

/** Every call by which an external author could change a lesson, its builds or its review; with what is needed to reach it. */
export const WRITES: Partial<Record<Name, Write>> = {
  saveLesson: ofLesson({ title: 'Changed' }),
  createLesson: ({ release_id, sequence }) => ({ body: { sequence: sequence + 100, title: '', release_id } }),
  importFile: ({ release_id, sequence }) => ({ body: { sequence: sequence + 200, release_id } }),
  importScreens: ofLesson({}),
  createScreen: ofLesson({ sequence: 1 }),
  copyScreens: ({ id, screen }) => ({ params: { id }, body: { screens: [screen] } }),
  saveScreen: ofScreen({ title: 'Changed' }),
  commitSaves: ofLesson({}),
  joinScreens: ofScreen({}),
  splitScreen: ofScreen({ line: 1 }),
  undoScreens: ofLesson({ save: '00000000-0000-4000-8000-000000000000', comments: [] }),
  moveScreen: ofScreen({ sequence: 2 }),
  saveOutput: ofScreen({ check_output: false }),
  saveVariables: ofScreen([]),
  createQuestion: ofScreen({ question: 'Why?' }),
  saveQuestion: ofScreen({ questionId: 1, question: 'Why?' }),
  deleteQuestion: ofScreen({ questionId: 1 }),
  createSkill: ofScreen({ name: 'Loops' }),
  saveSkill: ofScreen({ skillId: 1, name: 'Loops' }),
  deleteSkill: ofScreen({ skillId: 1 }),
  saveScreenTest: ofScreen({ code: '1', checkOutput: { enabled: true, pass: true, results: [] }, is_boolean_test: false }),
  updateScreenTest: ({ test }) => ({ body: { testId: test, description: 'Changed' } }),
  deleteScreenTest: ({ test }) => ({ body: { testId: test } }),
  duplicateScreen: ({ screen }) => ({ params: { id: screen } }),
  uploadDataFile: ofLesson(),
  saveDataFile: ({ dataFile }) => ({ params: { fileId: dataFile }, body: { preview: true } }),
  saveDataFileContents: ofLesson({ contents: 'a\n2\n' }, { fileName: 'a.csv' }),
  deleteDataFile: ({ dataFile }) => ({ params: { fileId: dataFile } }),
  uploadImage: ofLesson(),
  deleteImage: ({ image }) => ({ params: { id: image } }),
  buildPackages: ofLesson({ packages: [], legacy_check_enabled: false, custom_check_enabled: false }),
  stopBuild: ofLesson(),
  acceptFinding: ({ id, fingerprint }) => ({ params: { id }, body: { fingerprint, reason: 'Fine' } }),
  reopenFinding: ({ id, fingerprint }) => ({ params: { id }, body: { fingerprint } }),
  fixFinding: ({ id, fingerprint }) => ({ params: { id }, body: { fingerprint } }),
  undoFix: ofLesson({ undo: [{ kind: 'delete-file', of: 'image', name: 'a.png' }] }),
  restoreScreen: ({ deletedScreen }) => ({ params: { id: deletedScreen }, body: {} }),
  restoreItem: ({ deletedFile }) => ({ params: { id: deletedFile } }),
  restoreVersion: ({ id, version }) => ({ params: { kind: 'lesson', id, version }, body: {} }),
  restoreCommit: ({ id }) => ({ params: { kind: 'lesson', id, sha: 'a'.repeat(40) }, body: {} }),
  deleteScreen: ofScreen(),
  startDeploy: ofLesson({}),
  stopDeploy: ofLesson(undefined, { buildNumber: 1 }),
  createShareLink: ofLesson({ build_number: 1, days: 1 }),
  revokeShareLink: ofLesson(undefined, { linkId: 1 }),
  syncLesson: ofLesson({}),
  startReview: ofLesson(),
  repairRelease: ({ release_id }) => ({ params: { id: release_id }, body: { how: 'retry' } }),
  ...PULL_WRITES,
};

/** These wait for the code host, so that their own tests make them about own drafts. */
export const WAITING: readonly string[] = ['startReview', 'syncLesson', 'repairRelease'];

/** These leave the lesson as it is, so that they don't ask whether it may be edited. */
export const NOT_EDITING: readonly string[] = [
  'stopBuild',
  'startDeploy',
  'stopDeploy',
  'createShareLink',
  'revokeShareLink',
  'syncLesson',
  'repairRelease',
  ...Object.keys(PULL_WRITES),
];

/** The other calls of external authors that aren't GET, by what they change instead. */
export const OTHER_CALLS: Readonly<Record<string, readonly Name[]>> = {
  'new lessons in their own drafts': ['cloneLesson', 'duplicateLesson'],
  'comments, on every lesson that they see': ['completeComment', 'reopenComment', 'approveComment', 'archiveComment', 'replyToComment'],
  'runs, whose results are not content': [
    'runCode',
    'stopRun',
    'getRunnerConnection',
    'checkTerminal',
    'openProject',
    'endApplicationSession',
    'loadScreenTests',
    'runScreenTest',
    'stopScreenTest',
    'runLessonTests',
    'examineChecks',
    'checkLessonLinks',
    'openPreview',
    'stopOperation',
  ],
  'answers about a text, which is not stored': ['formatCode', 'checkSpelling', 'prepareModelRequest'],
  'proposals to lessons that they may edit, and what becomes of them: proposals.test.ts tries others': [
    'proposeChange',
    'acceptProposals',
    'acceptProposal',
    'declineProposal',
    'withdrawProposal',
    'draftWithModel',
  ],
  'what is known here of the branch, which stays as it is': ['importLesson'],
  'what they have seen, and how they search': [
    'visitLesson',
    'readNotifications',
    'readNotification',
    'saveNotificationSettings',
    'search',
    'saveView',
    'changeSavedView',
    'deleteSavedView',
  ],
  'their own account': [
    'changePassword',
    'createToken',
    'deleteToken',
    'endSession',
    'endOtherSessions',
    'startPasskey',
    'addPasskey',
    'startTotp',
    'addTotp',
    'renewRecoveryCodes',
    'removeSecondFactor',
  ],
};

/** Makes a call of {@link WRITES} about a lesson. Returns its status and the error's text. */
export async function callWrite(
  server: TestServer,
  role: TestRole,
  name: string,
  lesson: FurnishedLesson,
): Promise<{ status: number; error: string | null }> {
  const route = (api as Record<string, Route>)[name] as Route;
  const input = (WRITES as Record<string, Write>)[name]?.(lesson) ?? {};
  const url = routeUrl(route, { params: input.params ?? {} });
  const reply =
    route.bodyKind === 'form'
      ? await sendFile(server, { url, name: 'lesson.md', bytes: '# One\n', role, fields: textsOf(input.body) })
      : await server.inject({
          method: route.method,
          url,
          headers: server.headers(role),
          ...(input.body === undefined ? {} : { payload: input.body as object }),
        });
  return { status: reply.statusCode, error: reply.json<{ error?: string }>()?.error ?? null };
}

function textsOf(body: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries((body ?? {}) as Record<string, number>).map(([name, value]) => [name, String(value)]));
}
