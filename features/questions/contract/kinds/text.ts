import { span } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { foldSpaces, isSameAnswer } from './same-answer.ts';
import type { TaskOf } from './tasks.ts';

type TextTask = TaskOf<'text'>;

/** A word or a line that is one of the accepted ones. */
export const TEXT: QuestionKind<'text'> = {
  kind: 'text',
  label: 'Text',
  description: 'Learners type a word or a line.',
  empty: () => ({ kind: 'text', answers: [], feedback: [] }),
  texts,
  warnings,
  isAnswerable: ({ answers }) => answers.some(({ text }) => foldSpaces(text) !== ''),
  ask: () => ({ kind: 'text' }),
  judge,
  inDocuments: ({ answers }) => ({
    asks: 'Enter a text:',
    shown: '',
    answer: answers.length === 0 ? '(none)' : answers.map(({ text }) => span(text)).join(' or '),
  }),
  solution: ({ answers }) => [(answers[0]?.text ?? '').replaceAll(answers[0]?.match === 'wildcards' ? '*' : '\0', '')],
  mutants,
};

function texts({ answers, feedback }: TextTask): TaskText[] {
  return [
    ...answers.map(({ text }, at): TaskText => ({
      path: `answers/${at}/text`,
      label: `answer ${at + 1}`,
      format: 'plain',
      shown: 'never',
      text,
    })),
    ...feedbackTexts(feedback),
  ];
}

function warnings(task: TextTask): string[] {
  const { answers, feedback } = task;
  const all = [
    !TEXT.isAnswerable(task) && 'No answer is accepted yet.',
    ...answers.map(
      ({ text, match }, at) =>
        match === 'wildcards' && /^[\s*]+$/.test(text) && text.includes('*') && `Answer ${at + 1} accepts everything.`,
    ),
    ...feedback.map(({ answer }, at) => isAccepted(task, answer) && `Wrong answer ${at + 1} is accepted as right.`),
  ];
  return all.filter((warning) => warning !== false);
}

function isAccepted({ answers }: TextTask, typed: string): boolean {
  if (foldSpaces(typed) === '') return false;
  return answers.some(({ text, match }) => foldSpaces(text) !== '' && isSameAnswer(text, typed, match));
}

function judge(task: TextTask, [typed = '']: Given): JudgedTask {
  if (isAccepted(task, typed)) return verdict(true);
  const feedback = feedbackPaths(task.feedback, (answer) => isSameAnswer(answer, typed, 'ignore-case'));
  return verdict(false, { feedback });
}

function mutants(task: TextTask, seed: string): Given[] {
  const [right = ''] = TEXT.solution(task, seed);
  const letters = Array.from(right);
  const dropped = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  const swapped = letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
  const others = ['', `${right}${right}`, `not ${right}`, `${right}x`, `x${right}`, right.toUpperCase(), right.toLowerCase()];
  const wrong = [...others, ...dropped, ...swapped].filter((each) => !isAccepted(task, each));
  return [...new Set(wrong)].slice(0, 20).map((each) => [each]);
}
