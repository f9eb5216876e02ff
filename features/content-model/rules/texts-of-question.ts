import type { TaskText } from '#features/questions/contract/kinds/kind.ts';
import { writtenTexts } from '#features/questions/contract/kinds/task-texts.ts';
import type { QuestionContent } from './lesson-content.ts';

/** A text of a question, with its path in it: `question`, `options/0/label`, `task/feedback/0/message`. */
export type QuestionText = TaskText;

type Asked = Pick<QuestionContent, 'question' | 'options' | 'task'>;

/** All texts of a question that people wrote, of any kind, in the order in which they read them. */
export function textsOfQuestion({ question, options, task }: Asked): QuestionText[] {
  return [
    { path: 'question', label: 'question', format: 'markdown', shown: 'before', text: question },
    ...options.flatMap(({ label, feedback_message }, at): QuestionText[] => [
      { path: `options/${at}/label`, label: `option ${at + 1}`, format: 'markdown', shown: 'before', text: label },
      {
        path: `options/${at}/feedback_message`,
        label: `option ${at + 1}, feedback`,
        format: 'markdown',
        shown: 'after',
        text: feedback_message,
      },
    ]),
    ...writtenTexts(task).map((each) => ({ ...each, path: `task/${each.path}` })),
  ];
}
