import { BUILT_MARKDOWN } from '#features/screens/contract/screen-texts.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { canCheckCustom, type Language } from '#platform/contract/languages.ts';
import type { ModelTask, ModelTaskKind } from './contract.ts';

/** What the buttons say, in their order. */
export const MODEL_TASKS: Readonly<Record<ModelTaskKind, string>> = {
  check: 'Check for this answer',
  message: 'Message for a wrong answer',
  distractors: 'Wrong choices for a question',
  'alt-text': 'Alternative text',
  wording: 'Plainer wording',
  translation: 'Translation',
};

type Asked = Pick<
  Screen,
  (typeof BUILT_MARKDOWN)[number] | 'type' | 'answer_code' | 'custom_check_code' | 'multipleChoiceQuestions' | 'title'
>;

/** The texts of a screen that can be reworded and translated. */
export function filledTexts(screen: Asked): (typeof BUILT_MARKDOWN)[number][] {
  return BUILT_MARKDOWN.filter((field) => screen[field].trim() !== '');
}

/** The questions that can have more wrong choices. */
export function choiceQuestions({ multipleChoiceQuestions }: Pick<Asked, 'multipleChoiceQuestions'>) {
  return multipleChoiceQuestions.filter(({ task, answer_options }) => task === null && answer_options.some(({ valid }) => valid));
}

const MISSING: Readonly<Record<ModelTaskKind, string>> = {
  check: 'A check can be drafted for code with an answer that has no custom check.',
  message: 'A message can be drafted for code that has a custom check.',
  distractors: 'Wrong choices can be drafted for a multiple choice question that has a right one.',
  'alt-text': 'Each image in the texts of this screen has an alternative text.',
  wording: 'This text is empty.',
  translation: 'This screen has no texts to translate.',
};

/** Why something can't be drafted for a screen; null: it can. */
export function whyNotDrafted(screen: Asked, language: Language | null, task: Pick<ModelTask, 'kind'>): string | null {
  return suits(screen, language, task.kind) ? null : MISSING[task.kind];
}

function suits(screen: Asked, language: Language | null, kind: ModelTaskKind): boolean {
  const hasChecks = screen.type === 'code' && canCheckCustom(language);
  const isChecked = screen.custom_check_code.trim() !== '';
  switch (kind) {
    case 'check':
      return hasChecks && !isChecked && screen.answer_code.trim() !== '';
    case 'message':
      return hasChecks && isChecked;
    case 'distractors':
      return choiceQuestions(screen).length > 0;
    case 'alt-text':
      return BUILT_MARKDOWN.some((field) => screen[field].includes('![]('));
    case 'wording':
    case 'translation':
      return filledTexts(screen).length > 0;
  }
}
