/** Saves what an author changed on a screen: its fields and questions, the recorded output, or the checked variables. */

import { randomUUID } from 'node:crypto';
import { SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { listLessonFiles } from '#features/lesson-files/server/index.ts';
import { mergeSave } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { invalid } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AnswerOutput, AnswerVariable, QuestionFields, SavedScreen, Screen, ScreenFields } from '../contract/screens.ts';
import { optionSkills, questionNumbers } from './question-content.ts';
import { MESSAGES } from './question-messages.ts';
import { moveQuestionToTrash } from './question-trash.ts';
import { type ScreenAttached, type StoredScreen, listFolders } from './screen-queries.ts';
import { screenReply } from './screen-reply.ts';
import { screenSummary, writeScreen, type ScreenAddress } from './write-screen.ts';

/** Folder names that screenFolder gives to screens without a title. */
const UNNAMED = /^screen(-\d+)?$/;

/**
 * Returns a screen's folder after its title became `title`. A screen is named once, but most are created without a
 * title: the first title names the folder, and later ones don't change it. A folder that a data file refers to stays as
 * well.
 */
export async function folderAfterTitle(tx: Tx, screen: StoredScreen, title: string): Promise<string> {
  if (screen.fields.title !== '' || title === '' || !UNNAMED.test(screen.folder)) return screen.folder;
  const files = await listLessonFiles(tx, screen.lesson_id);
  if (files.some(({ settings }) => Array.isArray(settings['screens']) && settings['screens'].includes(screen.folder))) return screen.folder;
  return screenFolder(title, await listFolders(tx, screen.lesson_id));
}

type GivenQuestion = QuestionFields & { id?: number | undefined };

/**
 * Sets the questions of a screen, in this order: those with an id are saved, those without are new, missing ones go to
 * the trash. One that was deleted concurrently is restored.
 *
 * @throws AppError `invalid` for a question or a skill of another screen, and for a duplicate question.
 */
async function replaceQuestions(tx: Tx, actor: Actor, screen: StoredScreen, input: readonly GivenQuestion[]): Promise<ScreenAttached> {
  const [numbers, skills] = [await questionNumbers(tx, screen), await optionSkills(tx, screen)];
  const uuids = new Set<string>();
  const questions = input.map(({ id, question, select_type, answer_options }, index): QuestionContent => {
    const at = `multipleChoiceQuestions.${index}`;
    const uuid = id === undefined ? randomUUID() : numbers.uuidOf(screen.id, id);
    if (uuid === null) throw invalid([{ path: `${at}.id`, message: MESSAGES.otherQuestion }]);
    if (uuids.has(uuid)) throw invalid([{ path: `${at}.id`, message: MESSAGES.twice }]);
    uuids.add(uuid);
    return { uuid, question, select_type, options: skills.toContent(answer_options, `${at}.answer_options`) };
  });
  for (const question of screen.attached.questions) if (!uuids.has(question.uuid)) await moveQuestionToTrash(tx, actor, screen, question);
  return { ...screen.attached, questions };
}

type ScreenSave = { [K in keyof ScreenFields]?: ScreenFields[K] | undefined } & {
  multipleChoiceQuestions?: readonly GivenQuestion[] | undefined;
  revision?: number | undefined;
  saveMessage?: string | undefined;
};

/**
 * Saves a screen and, if given, its multiple choice questions, in one revision and one commit. Omitted fields stay as
 * they are; a stale save is merged by field and by line.
 *
 * @throws AppError `conflict` with both sides; `refused` if the lesson is read-only; `invalid` for a question or a skill
 * of another screen.
 */
export async function saveScreen(platform: Platform, actor: Actor, address: ScreenAddress, input: ScreenSave): Promise<SavedScreen> {
  const { revision, saveMessage, multipleChoiceQuestions: questions, ...fields } = input;
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ScreenFields>;
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const merged = await mergeSave(tx, { screen_id: stored.id }, SCREEN_FIELDS, revision, defined, stored);
    return {
      folder: await folderAfterTitle(tx, stored, merged.title),
      fields: merged,
      attached: questions ? await replaceQuestions(tx, actor, stored, questions) : stored.attached,
      message: saveMessage || null,
      summary: screenSummary('Update', { ...stored, fields: merged }, lesson),
    };
  });
  return { ...(await screenReply(platform, screen)), has_turned_on_checks: screen.hasTurnedOnChecks };
}

/** Stores the answer's recorded output, and whether output is checked. */
export async function saveOutput(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  { check_output, ...output }: AnswerOutput & { check_output: boolean },
): Promise<Screen> {
  const screen = await writeScreen(platform, actor, address, async (_tx, stored, lesson) => ({
    fields: { ...stored.fields, check_output },
    attached: { ...stored.attached, answer_output: output },
    message: null,
    summary: screenSummary('Record the output of', stored, lesson),
  }));
  return screenReply(platform, screen);
}

/** Stores which variables are compared. One without a value keeps the stored value, so scripts may send names only. */
export async function saveVariables(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  variables: readonly AnswerVariable[],
): Promise<Screen> {
  const screen = await writeScreen(platform, actor, address, async (_tx, stored, lesson) => {
    const known = new Map(stored.attached.answer_variables.map((variable) => [variable.name, variable]));
    const unique = new Map(variables.map((variable) => [variable.name, { ...known.get(variable.name), ...variable }]));
    return {
      fields: stored.fields,
      attached: { ...stored.attached, answer_variables: [...unique.values()] },
      message: null,
      summary: screenSummary('Select the checked variables of', stored, lesson),
    };
  });
  return screenReply(platform, screen);
}
