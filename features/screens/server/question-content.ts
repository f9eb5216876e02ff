/** Converts the skills that a screen's questions name between their files and the page. */

import type { OptionContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { invalid } from '#platform/server/errors.ts';
import type { Question, QuestionFields } from '../contract/screens.ts';
import { MESSAGES } from './question-messages.ts';
import { numberItems, type ItemNumbers } from './screen-items.ts';
import type { StoredScreen } from './screen-queries.ts';
import { questionReply } from './screen-reply.ts';

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
    return options.map(({ skill_id, ...option }, index) => ({ ...option, skill_uuid: this.toUuid(skill_id, `${at}.${index}.skill_id`) }));
  }

  /** The skill of a whole question. @throws AppError `invalid` for a skill that this screen never had. */
  toUuid(skillId: number | null, at = 'skill_id'): string | null {
    const uuid = skillId === null ? null : this.#numbers.uuidOf(this.#screen.id, skillId);
    if (skillId !== null && uuid === null) throw invalid([{ path: at, message: MESSAGES.otherSkill }]);
    return this.present(uuid);
  }

  /** A stored question without references to skills that its screen no longer has. */
  presentIn<Q extends Pick<QuestionContent, 'options' | 'skill_uuid'>>(question: Q): Q {
    const present = <T extends { skill_uuid: string | null }>(item: T): T => ({ ...item, skill_uuid: this.present(item.skill_uuid) });
    return { ...present(question), options: question.options.map(present) };
  }

  toWire(question: Omit<QuestionContent, 'uuid'>): Omit<Question, 'id'> {
    return questionReply(this.#screen, this.#numbers, question);
  }

  /** A skill that the screen still has; null: it has none. */
  present(uuid: string | null): string | null {
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
