import { getLessonToEdit } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { emptyScreenFields, type AnswerOutput, type ScreenFields } from '../contract/screens.ts';
import { joinScreens, splitText, type JoinProblem } from '../rules/join-screens.ts';
import { publishScreenSaved, screenSummary, storeScreen } from './save-screen.ts';
import { type CreatedScreen, insertFilled, publishScreensChanged, removeScreen } from './screen-order.ts';
import { emptyAttached, getScreenOf, listScreenRows, type ScreenAddress, type StoredScreen } from './screen-queries.ts';
import { arrangedReplies, type WantedScreens } from './screen-reply.ts';

/** Errors, for authors. */
const MESSAGES = {
  last: 'This is the last screen of the lesson. Choose one that another screen follows.',
  'both have more': 'Both screens have questions, checks or tests. Remove those of one screen, then join them.',
  'too long': 'The text or code of both screens together is too long for one screen.',
  nothing: 'There is no text before and after this line. Place the cursor in a later paragraph.',
} satisfies Record<JoinProblem | 'last' | 'nothing', string>;

export interface JoinedScreens {
  screens: CreatedScreen['screens'];
  /** The screen that stays, and as it was before, for an undo. */
  kept: { id: number; fields: ScreenFields; answer_output: AnswerOutput | null };
  /** The screen that is in the trash now, and where it was. */
  removed: { id: number; sequence: number };
}

/**
 * Joins a screen with the one after it: one of them stays, with the texts and the code of both, and the other goes to the trash.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only or the screens can't be one.
 */
export async function joinWithNext(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  wanted: WantedScreens,
): Promise<JoinedScreens> {
  const { lessonId } = address;
  const { kept, removed, stored } = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const first = await getScreenOf(tx, address);
    const second = (await listScreenRows(tx, lessonId)).find(({ sequence }) => sequence === first.sequence + 1);
    if (!second) throw refused(MESSAGES.last);
    const joined = joinScreens(first, second);
    if (typeof joined === 'string') throw refused(MESSAGES[joined]);
    const [stays, goes] = joined.kept === 'first' ? [first, second] : [second, first];
    await removeScreen(tx, platform, actor, lesson, goes.id);
    // Its content hash changed with the screen.
    const again = await getLessonToEdit(tx, actor, lessonId);
    const before = await getScreenOf(tx, { lessonId, screenId: stays.id });
    const edited = {
      fields: joined.fields,
      attached: { ...before.attached, answer_output: joined.answer_output },
      message: null,
      summary: screenSummary('Join', { ...before, fields: joined.fields }, again),
    };
    return { kept: before, removed: goes, stored: await storeScreen(tx, platform, actor, again, before, edited) };
  });
  publishScreensChanged(platform, lessonId);
  if (stored) publishScreenSaved(platform, actor, stored);
  return {
    screens: await arrangedReplies(platform, lessonId, wanted),
    kept: { id: kept.id, fields: kept.fields, answer_output: kept.attached.answer_output },
    removed: { id: removed.id, sequence: removed.sequence },
  };
}

/**
 * Splits the text of a screen before the paragraph with a line. What is before it becomes a new screen above; everything else stays.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only or has no text on both sides.
 */
export async function splitScreen(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  line: number,
  wanted: WantedScreens,
): Promise<CreatedScreen> {
  const { lessonId } = address;
  const { added, stored } = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const { fields, sequence } = await getScreenOf(tx, address);
    const parts = splitText(fields, line);
    if (parts === null) throw refused(MESSAGES.nothing);
    const above = { ...emptyScreenFields(), title: fields.title, body_markdown: parts.before };
    const created: StoredScreen = await insertFilled(
      tx,
      platform,
      actor,
      lesson,
      { fields: above, attached: emptyAttached() },
      sequence,
      'Create',
    );
    // Its content hash changed with the new screen.
    const again = await getLessonToEdit(tx, actor, lessonId);
    const before = await getScreenOf(tx, address);
    const rest = { ...before.fields, title: parts.title, body_markdown: parts.after };
    const edited = { fields: rest, attached: before.attached, message: null, summary: screenSummary('Split', before, again) };
    return { added: created, stored: await storeScreen(tx, platform, actor, again, before, edited) };
  });
  publishScreensChanged(platform, lessonId);
  if (stored) publishScreenSaved(platform, actor, stored);
  return { screens: await arrangedReplies(platform, lessonId, wanted), newScreenId: added.id };
}
