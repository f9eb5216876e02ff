import type { TaskText } from './kind.ts';
import type { AnswerFeedback } from './schemas/fields.ts';

/** The texts of the wrong answers that an author expected, the same for every kind. */
export function feedbackTexts(feedback: readonly AnswerFeedback[]): TaskText[] {
  return feedback.flatMap(({ answer, message }, at): TaskText[] => [
    { path: `feedback/${at}/answer`, label: `wrong answer ${at + 1}`, format: 'plain', shown: 'never', text: answer },
    { path: `feedback/${at}/message`, label: `feedback ${at + 1}`, format: 'markdown', shown: 'after', text: message },
  ]);
}

/** The paths of the messages on expected wrong answers. */
export function feedbackPaths(feedback: readonly AnswerFeedback[], isGiven: (answer: string) => boolean): string[] {
  return feedback.flatMap(({ answer }, at) => (answer.trim() !== '' && isGiven(answer) ? [`feedback/${at}/message`] : []));
}
