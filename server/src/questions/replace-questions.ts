import { randomUUID } from 'node:crypto';
import type { Actor } from '#contract/roles.ts';
import type { QuestionFields } from '#contract/screens.ts';
import type { QuestionContent } from '#content/lesson-content.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/errors.ts';
import type { ScreenAttached, StoredScreen } from '#server/screens/service.ts';
import { keepQuestion } from './keep-question.ts';
import { MESSAGES } from './messages.ts';
import { optionSkills, questionNumbers } from './question-content.ts';

type GivenQuestion = QuestionFields & { id?: number | undefined };

/**
 * Sets the questions of a screen, in this order: those with an id are saved, those without are new, missing ones go to
 * the trash. One that was deleted concurrently is restored.
 *
 * @throws AppError `invalid` for a question or a skill of another screen, and for a duplicate question.
 */
export async function replaceQuestions(
  tx: Tx,
  actor: Actor,
  screen: StoredScreen,
  input: readonly GivenQuestion[],
): Promise<ScreenAttached> {
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
  for (const question of screen.attached.questions) if (!uuids.has(question.uuid)) await keepQuestion(tx, actor, screen, question);
  return { ...screen.attached, questions };
}
