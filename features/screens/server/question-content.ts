/** Converts a screen's multiple choice questions between their files and the page. */

import type { OptionContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { invalid } from '#platform/server/errors.ts';
import type { Question, QuestionFields } from '../contract/screens.ts';
import { MESSAGES } from './question-messages.ts';
import { numberItems, type ItemNumbers } from './screen-items.ts';
import type { StoredScreen } from './screen-queries.ts';

type Options = QuestionFields['answer_options'];

/** Converts the options of a screen's questions between skill ids and the names in its files. */
export class OptionSkills {
  readonly #screen: StoredScreen;
  readonly #numbers: ItemNumbers;

  constructor(screen: StoredScreen, numbers: ItemNumbers) {
    this.#screen = screen;
    this.#numbers = numbers;
  }

  /**
   * An option whose skill was deleted names none.
   * @param at Path of the options in the input.
   * @throws AppError `invalid` for a skill that this screen never had.
   */
  toContent(options: Options, at = 'answer_options'): OptionContent[] {
    return options.map(({ skill_id, ...option }, index) => {
      const uuid = skill_id === null ? null : this.#numbers.uuidOf(this.#screen.id, skill_id);
      if (skill_id !== null && uuid === null) throw invalid([{ path: `${at}.${index}.skill_id`, message: MESSAGES.otherSkill }]);
      return { ...option, skill_uuid: this.#present(uuid) };
    });
  }

  /** A stored question without references to skills that its screen no longer has. */
  presentIn<Q extends Pick<QuestionContent, 'options'>>(question: Q): Q {
    return { ...question, options: question.options.map((option) => ({ ...option, skill_uuid: this.#present(option.skill_uuid) })) };
  }

  toWire(options: readonly OptionContent[]): Question['answer_options'] {
    return optionReplies(this.#screen, this.#numbers, options);
  }

  #present(uuid: string | null): string | null {
    return this.#screen.attached.skills.some((skill) => skill.uuid === uuid) ? uuid : null;
  }
}

/** The skills that options of this screen may name. */
export async function optionSkills(handle: Handle, screen: StoredScreen): Promise<OptionSkills> {
  const uuids = screen.attached.skills.map(({ uuid }) => uuid);
  return new OptionSkills(screen, await numberItems(handle, 'skill', [{ id: screen.id, uuids }]));
}

/** The ids of a screen's questions, including those in the trash. */
export async function questionNumbers(handle: Handle, screen: StoredScreen): Promise<ItemNumbers> {
  const uuids = screen.attached.questions.map(({ uuid }) => uuid);
  return numberItems(handle, 'question', [{ id: screen.id, uuids }]);
}

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
function optionReplies(
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
