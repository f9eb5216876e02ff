import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { questionName } from '#features/content-model/rules/question-name.ts';
import { findDeletedQuestion, moveToTrash } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { invalid } from '#platform/server/errors.ts';
import type { QuestionFields } from '../contract/screens.ts';
import { optionSkills, questionNumbers } from './question-content.ts';
import { MESSAGES } from './question-messages.ts';
import type { ScreenAttached, StoredScreen } from './screen-queries.ts';

/** A deleted question and its index among the others, from 0. */
export const KeptQuestion = QuestionContent.extend({ place: z.number().int().min(0).default(Number.MAX_SAFE_INTEGER) });

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

/** A question of a save; one without an id is new. */
export type GivenQuestion = QuestionFields & { id?: number | undefined };

/**
 * Sets the questions of a screen, in this order: those with an id are saved, those without are new, missing ones go to
 * the trash. One that was deleted concurrently is restored.
 *
 * @throws AppError as {@link questionsOf}
 */
export async function replaceQuestions(
  tx: Tx,
  actor: Actor,
  screen: StoredScreen,
  input: readonly GivenQuestion[],
): Promise<ScreenAttached> {
  const questions = await questionsOf(tx, screen, input);
  const kept = new Set(questions.map(({ uuid }) => uuid));
  for (const question of screen.attached.questions) if (!kept.has(question.uuid)) await moveQuestionToTrash(tx, actor, screen, question);
  return { ...screen.attached, questions };
}

/**
 * The questions that a screen would have: those with an id are stored ones, those without are new.
 *
 * @throws AppError `invalid` for a question or a skill of another screen, and for a duplicate question.
 */
export async function questionsOf(handle: Handle, screen: StoredScreen, input: readonly GivenQuestion[]): Promise<QuestionContent[]> {
  const [numbers, skills] = [await questionNumbers(handle, screen), await optionSkills(handle, screen)];
  const uuids = new Set<string>();
  const questions: QuestionContent[] = [];
  for (const [index, { id, question, select_type, answer_options, task, skill_id }] of input.entries()) {
    const at = `multipleChoiceQuestions.${index}`;
    const uuid = id === undefined ? randomUUID() : numbers.uuidOf(screen.id, id);
    if (uuid === null) throw invalid([{ path: `${at}.id`, message: MESSAGES.otherQuestion }]);
    if (uuids.has(uuid)) throw invalid([{ path: `${at}.id`, message: MESSAGES.twice }]);
    uuids.add(uuid);
    const isPartial = id !== undefined && (task === undefined || skill_id === undefined);
    const stored = isPartial ? await findKnown(handle, screen, uuid) : null;
    questions.push({
      uuid,
      question,
      select_type,
      options: skills.toContent(answer_options, `${at}.answer_options`),
      task: task === undefined ? (stored?.task ?? null) : task,
      skill_uuid: skill_id === undefined ? skills.present(stored?.skill_uuid ?? null) : skills.toUuid(skill_id, `${at}.skill_id`),
    });
  }
  return questions;
}

/** What is known of a question: as its screen has it, or the trash. */
async function findKnown(handle: Handle, screen: StoredScreen, uuid: string): Promise<QuestionContent | null> {
  const present = screen.attached.questions.find((each) => each.uuid === uuid);
  return (
    present ??
    QuestionContent.nullable()
      .catch(null)
      .parse(await findDeletedQuestion(handle, screen.id, uuid))
  );
}
