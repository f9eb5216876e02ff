import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { SCREEN_TEXT_FIELDS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';

/** Everything that learners can read of a screen: from the start, with a verdict, and once they have solved it. */
export function learnerTexts({ fields, questions }: ScreenContent): string {
  const texts = SCREEN_TEXT_FIELDS.filter((field) => SCREEN_TEXTS[field].isForLearners !== false).map((field) => fields[field]);
  const asked = questions.flatMap(({ question, options, task }) => [
    question,
    ...options.flatMap(({ label, feedback_message }) => [label, feedback_message]),
    ...(task === null ? [] : [JSON.stringify(kindOf(task).ask(task, 'seed', () => NO_HTML))]),
  ]);
  return [...texts, ...asked].join('\n');
}
