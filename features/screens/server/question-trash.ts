import { z } from 'zod';
import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { questionName } from '#features/content-model/rules/question-name.ts';
import { moveToTrash, removeFromTrash, type DeletedItem } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { optionSkills } from './question-content.ts';
import { MESSAGES } from './question-messages.ts';
import type { StoredScreen } from './screen-queries.ts';
import { screenSummary, writeScreen } from './write-screen.ts';

/** A deleted question and its index among the others, from 0. */
const KeptQuestion = QuestionContent.extend({ place: z.number().int().min(0).default(Number.MAX_SAFE_INTEGER) });

/** Puts a question into the trash, in the transaction that removes it. Returns the id to restore it by. */
export async function moveQuestionToTrash(tx: Tx, actor: Actor, screen: StoredScreen, question: QuestionContent): Promise<number> {
  return moveToTrash(tx, actor, {
    kind: 'question',
    lesson_id: screen.lesson_id,
    screen_id: screen.id,
    name: questionName(question.question),
    content: { ...question, place: screen.attached.questions.indexOf(question) },
    blob: null,
  });
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
