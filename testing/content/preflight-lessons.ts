import type { LessonContent, OptionContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';

export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function screen(fields: Partial<ScreenFields>, rest: Partial<ScreenContent> = {}): ScreenContent {
  return {
    uuid: uuid(1),
    folder: 'one',
    fields: { ...emptyScreenFields('text'), title: 'One', ...fields },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
    ...rest,
  };
}

export function lesson(
  screens: readonly ScreenContent[],
  rest: Partial<Omit<LessonContent, 'fields'>> & { fields?: Partial<LessonFields> } = {},
) {
  const { fields, ...others } = rest;
  return {
    uuid: uuid(900),
    sequence: 12,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens: [...screens],
    ...others,
    fields: { ...emptyLessonFields({ title: 'Loops', author: 'Ada' }), ...fields },
  } satisfies LessonContent;
}

export const text = (body_markdown: string, rest: Parameters<typeof lesson>[1] = {}) => lesson([screen({ body_markdown })], rest);

/** A code screen at which there is nothing to find. */
const CODE: Partial<ScreenFields> = {
  type: 'code',
  instructions_markdown: 'Do it.',
  hint_markdown: 'Think.',
  answer_code: 'x = 1',
  check_val: '1',
};
export const code = (fields: Partial<ScreenFields>, rest: Parameters<typeof lesson>[1] = {}, parts: Partial<ScreenContent> = {}) =>
  lesson([screen({ ...CODE, ...fields }, parts)], rest);

export const choice = (label: string, valid = false, feedback_message = 'So it is.'): OptionContent => ({
  label,
  valid,
  feedback_message,
  skill_uuid: null,
});
export const asked = (options: readonly OptionContent[], rest: Partial<QuestionContent> = {}) =>
  lesson([
    screen(
      {},
      {
        questions: [
          { uuid: uuid(50), question: 'Which?', select_type: 'single', options: [...options], task: null, skill_uuid: null, ...rest },
        ],
      },
    ),
  ]);
