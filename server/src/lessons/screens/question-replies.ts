import type { Question } from '#contract/screens.ts';
import type { OptionContent } from '#content/lesson-content.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { numberItems, type ItemNumbers } from '#server/releases/index.ts';
import type { StoredScreen } from '#server/lessons/screen-queries.ts';

/** The multiple choice questions of screens as sent to the page, by screen id. Loads all their numbers at once. */
export async function questionReplies(
  handle: Handle,
  screens: readonly Pick<StoredScreen, 'id' | 'attached'>[],
): Promise<Map<number, Question[]>> {
  const having = screens.filter(({ attached }) => attached.questions.length > 0);
  const uuidsOf = (items: readonly { uuid: string }[]) => items.map(({ uuid }) => uuid);
  const questions = await numberItems(
    handle,
    'question',
    having.map(({ id, attached }) => ({ id, uuids: uuidsOf(attached.questions) })),
  );
  const skills = await numberItems(
    handle,
    'skill',
    having.filter(({ attached }) => attached.skills.length > 0).map(({ id, attached }) => ({ id, uuids: uuidsOf(attached.skills) })),
  );
  return new Map(
    having.map(({ id: screenId, attached }) => {
      const replies = attached.questions.map(({ uuid, question, select_type, options }) => ({
        id: questions.idOf(screenId, uuid),
        question,
        select_type,
        answer_options: optionReplies({ id: screenId, attached }, skills, options),
      }));
      return [screenId, replies];
    }),
  );
}

/** Options as sent to the page. One whose skill was deleted names none. */
export function optionReplies(
  { id, attached }: Pick<StoredScreen, 'id' | 'attached'>,
  skills: ItemNumbers,
  options: readonly OptionContent[],
): Question['answer_options'] {
  const present = new Set(attached.skills.map(({ uuid }) => uuid));
  return options.map(({ skill_uuid: uuid, ...option }) => ({
    ...option,
    skill_id: uuid !== null && present.has(uuid) ? skills.idOf(id, uuid) : null,
  }));
}
