import type { Question } from '#contract/screens.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { numberItems } from '#server/screen-items/service.ts';
import type { StoredScreen } from './tables.ts';

/** The multiple choice questions of screens as they are sent, by the screen's id. Asks for the numbers of all of them at once. */
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
      // An option whose skill is gone names none.
      const skillId = (uuid: string | null) =>
        uuid !== null && attached.skills.some((skill) => skill.uuid === uuid) ? skills.idOf(screenId, uuid) : null;
      const replies = attached.questions.map(({ uuid, question, select_type, options }) => ({
        id: questions.idOf(screenId, uuid),
        question,
        select_type,
        answer_options: options.map(({ skill_uuid, ...option }) => ({ ...option, skill_id: skillId(skill_uuid) })),
      }));
      return [screenId, replies];
    }),
  );
}
