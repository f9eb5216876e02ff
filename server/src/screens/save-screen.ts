import { ScreenFields, type AnswerOutput, type AnswerVariable, type Screen } from '#contract/screens.ts';
import type { Actor } from '#contract/roles.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mergeSave } from '#server/revisions/service.ts';
import { folderAfterTitle } from './screen-folder.ts';
import { screenReply } from './screen-reply.ts';
import type { ScreenAttached, StoredScreen } from './tables.ts';
import { screenSummary, writeScreen } from './write-screen.ts';

interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

type ScreenSave = { [K in keyof ScreenFields]?: ScreenFields[K] | undefined } & {
  revision?: number | undefined;
  saveMessage?: string | undefined;
};

/**
 * Saves a screen. Omitted fields stay as they are; a stale save is merged by field and by line. `editAttached` returns
 * what is saved with them, in the same revision and commit.
 *
 * @throws AppError `conflict` with both sides; `refused` if the lesson is read-only; and what `editAttached` throws.
 */
export async function saveScreen(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  input: ScreenSave,
  editAttached?: (tx: Tx, stored: StoredScreen) => Promise<ScreenAttached>,
): Promise<Screen> {
  const { revision, saveMessage, ...fields } = input;
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ScreenFields>;
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const merged = ScreenFields.parse(await mergeSave<ScreenFields>(tx, { screen_id: stored.id }, revision, defined, stored));
    return {
      folder: await folderAfterTitle(tx, stored, merged.title),
      fields: merged,
      attached: editAttached ? await editAttached(tx, stored) : stored.attached,
      message: saveMessage || null,
      summary: screenSummary('Update', { ...stored, fields: merged }, lesson),
    };
  });
  return screenReply(platform.db, screen);
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
  return screenReply(platform.db, screen);
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
  return screenReply(platform.db, screen);
}
