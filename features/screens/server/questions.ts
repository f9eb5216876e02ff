import { randomUUID } from 'node:crypto';
import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { removeFromTrash, type DeletedItem } from '#features/revisions/server/index.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Question, QuestionFields } from '../contract/screens.ts';
import { mergeQuestionSave, withFields, type PartialQuestionFields } from './merge-question.ts';
import { optionSkills, questionNumbers } from './question-content.ts';
import { MESSAGES } from './question-messages.ts';
import { KeptQuestion, moveQuestionToTrash } from './replace-questions.ts';
import { screenSummary, writeScreen } from './save-screen.ts';
import type { ScreenAddress, StoredScreen } from './screen-queries.ts';
import { questionReplies } from './screen-reply.ts';
import { getScreenFor } from './screens.ts';

/** The multiple choice questions of a screen, in order. */
export async function listQuestions(platform: Platform, actor: Actor, { lessonId, screenId }: ScreenAddress): Promise<Question[]> {
  const { screen } = await getScreenFor(platform.db, actor, lessonId, screenId);
  return questionsOf(platform, screen);
}

/** How a question is saved. */
interface How {
  commitMessage?: string | undefined;
  automatic?: boolean | undefined;
}

/**
 * Adds a question after the others. `commitMessage` becomes the message of its commit.
 *
 * @throws AppError `invalid` for a skill of another screen; `refused` if the lesson is read-only, or the screen full.
 */
export async function createQuestion(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  { commitMessage, automatic, ...fields }: PartialQuestionFields & How,
): Promise<Question> {
  const uuid = randomUUID();
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const { questions } = stored.attached;
    if (questions.length >= LIMITS.questionsMax) throw refused(MESSAGES.full);
    const question = withFields(QuestionContent.parse({ uuid }), fields, await optionSkills(tx, stored));
    return {
      fields: stored.fields,
      attached: { ...stored.attached, questions: [...questions, question] },
      message: commitMessage || null,
      by: automatic ? 'itself' : 'hand',
      summary: screenSummary('Add a question to', stored, lesson),
    };
  });
  return questionOf(platform, screen, uuid);
}

/**
 * Saves a question. Omitted fields stay as they are; with an outdated `base`, the save is merged.
 *
 * @throws AppError `not_found`; `conflict` with both sides; `invalid` for a skill of another screen; `refused` if the
 * lesson is read-only.
 */
export async function saveQuestion(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  input: PartialQuestionFields & { questionId: number; base?: QuestionFields | undefined } & How,
): Promise<Question> {
  const { questionId, base, commitMessage, automatic, ...fields } = input;
  let uuid = '';
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const question = findQuestion(stored, (await questionNumbers(tx, stored)).uuidOf(stored.id, questionId));
    uuid = question.uuid;
    const next = await mergeQuestionSave(tx, stored, question, { input: fields, base, skills: await optionSkills(tx, stored) });
    return {
      fields: stored.fields,
      attached: { ...stored.attached, questions: stored.attached.questions.map((each) => (each === question ? next : each)) },
      message: commitMessage || null,
      by: automatic ? 'itself' : 'hand',
      summary: screenSummary('Change a question of', stored, lesson),
    };
  });
  return questionOf(platform, screen, uuid);
}

/**
 * Deletes a question; it stays in the trash for 30 days. Returns the remaining ones, and the id to restore it by.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function deleteQuestion(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  questionId: number,
): Promise<{ remaining: Question[]; deletedItem: number }> {
  let deletedItem = 0;
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    const question = findQuestion(stored, (await questionNumbers(tx, stored)).uuidOf(stored.id, questionId));
    deletedItem = await moveQuestionToTrash(tx, actor, stored, question);
    return {
      fields: stored.fields,
      attached: { ...stored.attached, questions: stored.attached.questions.filter((each) => each !== question) },
      message: null,
      summary: screenSummary('Delete a question of', stored, lesson),
    };
  });
  return { remaining: await questionsOf(platform, screen), deletedItem };
}

function findQuestion(screen: StoredScreen, uuid: string | null): QuestionContent {
  const question = screen.attached.questions.find((each) => each.uuid === uuid);
  if (!question) throw notFound('question');
  return question;
}

async function questionsOf(platform: Platform, screen: StoredScreen): Promise<Question[]> {
  return (await questionReplies(platform.db, [screen])).get(screen.id) ?? [];
}

async function questionOf(platform: Platform, screen: StoredScreen, uuid: string): Promise<Question> {
  const questions = await questionsOf(platform, screen);
  const question = questions[screen.attached.questions.findIndex((each) => each.uuid === uuid)];
  if (!question) throw new Error(`Question ${uuid} was saved but not returned.`);
  return question;
}

/**
 * Restores a deleted question at its place on its screen. Its options no longer name skills that were deleted since.
 *
 * @throws AppError `not_found` if it is restored already or its screen is gone; `already_exists` if a save brought it
 * back; `refused` if the lesson is read-only.
 */
export async function restoreQuestion(platform: Platform, actor: Actor, item: DeletedItem): Promise<void> {
  if (item.screen_id === null) throw notFound('deleted question');
  const address = { lessonId: item.lesson_id, screenId: item.screen_id };
  await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    await removeFromTrash(tx, item.id);
    const { place, ...question } = KeptQuestion.parse(item.content);
    if (stored.attached.questions.some(({ uuid }) => uuid === question.uuid)) throw alreadyExists(MESSAGES.backAlready);
    const skills = await optionSkills(tx, stored);
    return {
      fields: stored.fields,
      attached: { ...stored.attached, questions: stored.attached.questions.toSpliced(place, 0, skills.presentIn(question)) },
      message: null,
      summary: screenSummary('Restore a question of', stored, lesson),
    };
  });
}
