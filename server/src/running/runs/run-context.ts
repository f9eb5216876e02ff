/** Reads everything that a run needs from the database: its screen with the unsaved fields, its lesson, files and packages. */

import { earlierCode, type EarlierCode } from '#contract/earlier-code.policy.ts';
import { isTerminal } from '#contract/languages.ts';
import type { LessonFields } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import type { EnvironmentRef } from '#contract/runner-protocol.ts';
import type { ScreenFields } from '#contract/screens.ts';
import {
  environmentOf,
  filesForScreen,
  findEditedFile,
  getScreenFor,
  listScreenFields,
  setupOf,
  turnsChecksOn,
  type StoredScreen,
} from '#server/lessons/index.ts';
import { withDatasetFiles, type DatasetLink } from '#server/datasets/index.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
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
  lesson: LessonFields & { language: NonNullable<LessonFields['language']> };
  files: { name: string; sha256: string }[];
  /** The name of the file that learners edit: the code of a run is its content. Null: code without a file. */
  edited: string | null;
  datasets: readonly DatasetLink[];
  /** cli: scripts that prepare the work folder: those of the lesson run before code of earlier screens, the screen's own after it. */
  setup: { readonly ofLesson: readonly string[]; readonly ofScreen: readonly string[] };
  environment: EnvironmentRef | null;
  /** Code of earlier screens that runs silently before the code. */
  earlier: readonly EarlierCode[];
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
  const [{ screen, lesson }, environment] = await Promise.all([
    getScreenFor(handle, actor, input.lesson_id, input.screen_id),
    environmentOf(handle, input.lesson_id),
  ]);
  const { language } = lesson.fields;
  if (language === null) throw refused(MESSAGES.noCode);
  const draft = Object.fromEntries(Object.entries(input.draft ?? {}).filter(([, value]) => value !== undefined));
  const fields: ScreenFields = { ...screen.fields, ...draft };
  const all = await filesForScreen(handle, lesson.id, screen.folder);
  const setup = isTerminal(language) ? await setupOf(blobs, all, fields.setup_code) : { ofLesson: [], ofScreen: [], files: all };
  const edited = await findEditedFile(handle, lesson, screen.folder);
  const { datasets } = lesson.attached;
  // An unsaved check is judged as it would be once it is saved.
  const custom_check_enabled =
    lesson.fields.custom_check_enabled || (await turnsChecksOn(handle, lesson.fields, screen, fields.custom_check_code));
  return {
    screen,
    fields,
    lesson: { ...lesson.fields, language, custom_check_enabled },
    files: await withDatasetFiles(handle, datasets, setup.files),
    edited: edited?.name ?? null,
    datasets,
    setup: { ofLesson: setup.ofLesson.map(({ code }) => code), ofScreen: setup.ofScreen.map(({ code }) => code) },
    environment,
    earlier:
      fields.runs_after === null ? [] : earlierCode(language, await listScreenFields(handle, lesson.id), { uuid: screen.uuid, fields }),
  };
}
