import { z } from 'zod';
import type { Actor } from '#contract/roles.ts';
import { QuestionContent } from '#content/lesson-content.ts';
import { questionName } from '#content/question-name.ts';
import { keepDeleted, takeDeletedItem, type DeletedItem } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { screenSummary, writeScreen } from './write-screen.ts';
import type { StoredScreen } from '#server/lessons/screen-queries.ts';
import { MESSAGES } from './question-messages.ts';
import { optionSkills } from './question-content.ts';

/** A deleted question, and the place among the others that it had, counted from 0. */
const KeptQuestion = QuestionContent.extend({ place: z.number().int().min(0).default(Number.MAX_SAFE_INTEGER) });

/** Keeps a question that leaves its screen, in the transaction that takes it out. Answers the number by which it comes back. */
export async function keepQuestion(tx: Tx, actor: Actor, screen: StoredScreen, question: QuestionContent): Promise<number> {
  return keepDeleted(tx, actor, {
    kind: 'question',
    lesson_id: screen.lesson_id,
    screen_id: screen.id,
    name: questionName(question.question),
    content: { ...question, place: screen.attached.questions.indexOf(question) },
    blob: null,
  });
}

/**
 * Puts a deleted question back to its place on its screen and takes it out of the trash. Skills that went meanwhile are no
 * longer named by its options.
 *
 * @throws AppError `not_found` when it is back already or its screen is gone; `already_exists` when a save brought it back;
 * `refused` when the lesson is read only.
 */
export async function restoreQuestion(platform: Platform, actor: Actor, item: DeletedItem): Promise<void> {
  if (item.screen_id === null) throw notFound('deleted question');
  const address = { lessonId: item.lesson_id, screenId: item.screen_id };
  await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    await takeDeletedItem(tx, item.id);
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
