/** Reads everything that a run needs from the database: its screen with the unsaved fields, its lesson, files and packages. */

import { listDatasetFiles, readDatasetFiles, requireDistinctNames, type DatasetLink } from '#features/datasets/server/index.ts';
import { environmentOf } from '#features/environments/server/index.ts';
import { editedFile, editsFile } from '#features/lesson-files/data-files.policy.ts';
import {
  areLimited,
  type FileInCode,
  filesOfScreen,
  listFilesInCode,
  listFilesInCodeOfMany,
  toRunFile,
} from '#features/lesson-files/server/index.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Draw } from '#features/screens/rules/values/draw-values.ts';
import { firstDraw, withFirstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import { getScreenOf, listScreenFields, turnsChecksOn, type StoredScreen } from '#features/screens/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { EnvironmentRef, WorkFile } from '#platform/contract/runner-protocol.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { earlierCode, type EarlierCode } from '../earlier-code.policy.ts';
import { MESSAGES } from './messages.ts';

/** A request to run code. */
export interface RunInput {
  lesson_id: number;
  screen_id: number;
  code: string;
  draft?: { [K in keyof ScreenFields]?: ScreenFields[K] | undefined } | undefined;
  stream_id?: string | undefined;
  deploy_code?: boolean | undefined;
}

/** A skill that an assessment's screen is about. */
export interface GradedSkill {
  readonly name: string;
  readonly point_value: number;
}

/** The context of a run: its screen with the unsaved fields, its lesson, files and packages. */
export interface RunContext {
  /** What judging needs besides the fields. */
  screen: {
    readonly attached: Pick<StoredScreen['attached'], 'answer_output' | 'answer_variables'> & { readonly skills: readonly GradedSkill[] };
  };
  fields: ScreenFields;
  /** The values in `fields`, which the code of authors gets as well; null: the screen has none, or they are drawn already. */
  draw: Draw | null;
  lesson: LessonFields & { language: NonNullable<LessonFields['language']> };
  files: WorkFile[];
  /** The name of the file that learners edit: the code of a run is its content. Null: code without a file. */
  edited: string | null;
  datasets: readonly DatasetLink[];
  /** cli: scripts that prepare the work folder: those of the lesson run before code of earlier screens, the screen's own after it. */
  setup: { readonly ofLesson: readonly string[]; readonly ofScreen: readonly string[] };
  environment: EnvironmentRef | null;
  /** Code of earlier screens that runs silently before the code. */
  earlier: readonly EarlierCode[];
}

/** What the runs of all screens of a lesson depend on. */
export interface LessonInputs {
  readonly lesson: Pick<StoredLesson, 'id' | 'fields' | 'attached'>;
  /** In order. Empty if a run doesn't depend on other screens. */
  readonly screens: readonly Pick<StoredScreen, 'uuid' | 'folder' | 'fields'>[];
  readonly files: readonly FileInCode[];
  readonly datasetFiles: readonly { readonly name: string; readonly sha256: string }[];
  readonly environment: EnvironmentRef | null;
}

/** @param screen Reads what the runs of this screen need; absent: what those of any screen may need. */
export async function readLessonInputs(
  handle: Handle,
  lesson: LessonInputs['lesson'],
  screen?: Pick<StoredScreen['fields'], 'runs_after'>,
): Promise<LessonInputs> {
  const [files, datasetFiles] = await Promise.all([listFilesInCode(handle, lesson.id), listDatasetFiles(handle, lesson.attached.datasets)]);
  const needsScreens = screen === undefined || screen.runs_after !== null || areLimited(files);
  const screens = needsScreens ? await listScreenFields(handle, lesson.id) : [];
  return { lesson, screens, files, datasetFiles, environment: environmentOf(lesson) };
}

/**
 * {@link readLessonInputs} of many lessons, with as many queries as for one.
 *
 * @param screens Those of these lessons, in order.
 */
export async function readInputsOfLessons(
  handle: Handle,
  lessons: readonly LessonInputs['lesson'][],
  screens: readonly StoredScreen[],
): Promise<LessonInputs[]> {
  const files = await listFilesInCodeOfMany(
    handle,
    lessons.map(({ id }) => id),
  );
  const datasetFilesOf = await readDatasetFiles(
    handle,
    lessons.flatMap(({ attached }) => attached.datasets),
  );
  const screensOf = Map.groupBy(screens, ({ lesson_id }) => lesson_id);
  return lessons.map((lesson) => ({
    lesson,
    screens: screensOf.get(lesson.id) ?? [],
    files: files.get(lesson.id) ?? [],
    datasetFiles: datasetFilesOf(lesson.attached.datasets),
    environment: environmentOf(lesson),
  }));
}

/** The script of the lesson that prepares a command line screen; null: there is none. */
export function setupScriptOf(inputs: LessonInputs, screen: Pick<StoredScreen, 'folder'>): { readonly sha256: string } | null {
  if (!isTerminal(inputs.lesson.fields.language)) return null;
  return ownFiles(inputs, screen).find(({ name }) => name === CUSTOM_SETUP_FILE) ?? null;
}

function ownFiles({ files, screens }: LessonInputs, { folder }: Pick<StoredScreen, 'folder'>): FileInCode[] {
  const folders = screens.map((screen) => screen.folder);
  return filesOfScreen(files, folders, folder);
}

/**
 * The context of runs on a screen.
 *
 * @param setup The text of {@link setupScriptOf}; null: there is none.
 */
export function contextOf(
  inputs: LessonInputs & { readonly lesson: { readonly fields: RunContext['lesson'] } },
  screen: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>,
  setup: string | null,
): RunContext {
  const { lesson, datasetFiles, environment } = inputs;
  const screens = inputs.screens.map(withFirstDraw);
  const { fields } = withFirstDraw(screen);
  const all = ownFiles(inputs, screen);
  const isShell = isTerminal(lesson.fields.language);
  const own = isShell ? all.filter(({ name }) => name !== CUSTOM_SETUP_FILE) : all;
  return {
    screen,
    fields,
    draw: firstDraw(screen.fields),
    lesson: lesson.fields,
    files: [...own.map(toRunFile), ...datasetFiles],
    edited: editsFile(lesson.fields) ? (editedFile(all)?.name ?? null) : null,
    datasets: lesson.attached.datasets,
    setup: { ofLesson: setup === null ? [] : [setup], ofScreen: isShell && fields.setup_code.trim() !== '' ? [fields.setup_code] : [] },
    environment,
    earlier: earlierCode(lesson.fields.language, screens, screen),
  };
}

/**
 * Reads the context of a run from the database.
 *
 * @throws AppError `not_found` for a screen that the actor may not see; `refused` for a lesson without code.
 */
export async function getRunContext(
  { db: handle, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  input: Pick<RunInput, 'lesson_id' | 'screen_id' | 'draft'>,
): Promise<RunContext> {
  const lesson = await getLessonFor(handle, actor, input.lesson_id);
  const screen = await getScreenOf(handle, { lessonId: input.lesson_id, screenId: input.screen_id });
  const { language } = lesson.fields;
  if (language === null) throw refused(MESSAGES.noCode);
  const draft = Object.fromEntries(Object.entries(input.draft ?? {}).filter(([, value]) => value !== undefined));
  const fields: ScreenFields = { ...screen.fields, ...draft };
  const inputs = await readLessonInputs(handle, lesson, fields);
  const setup = setupScriptOf(inputs, screen);
  // An unsaved check is judged as it would be once it is saved.
  const custom_check_enabled =
    lesson.fields.custom_check_enabled || (await turnsChecksOn(handle, lesson.fields, screen, fields.custom_check_code));
  const context = contextOf(
    { ...inputs, lesson: { ...lesson, fields: { ...lesson.fields, language, custom_check_enabled } } },
    { ...screen, fields },
    setup && Buffer.from(await blobs.get(setup.sha256)).toString('utf8'),
  );
  requireDistinctNames(context.files.slice(0, context.files.length - inputs.datasetFiles.length), inputs.datasetFiles);
  return context;
}
