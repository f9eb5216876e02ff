import { span } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { firstWrong } from './first-wrong.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { comparedWith, foldSpaces, noteOnLookAlike } from './same-answer.ts';
import type { TaskOf } from './tasks.ts';

type TextTask = TaskOf<'text'>;

/** Characters of an answer. */
const TYPED_MAX = 1_000;

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
  const isSame = comparedWith(typed);
  return answers.some(({ text, match }) => foldSpaces(text) !== '' && isSame(text, match));
}

function judge(task: TextTask, [typed = '']: Given): JudgedTask {
  // A field takes no more.
  if (typed.length > TYPED_MAX) return verdict(false);
  if (isAccepted(task, typed)) return verdict(true);
  const isSame = comparedWith(typed);
  const feedback = feedbackPaths(task.feedback, (answer) => isSame(answer, 'ignore-case'));
  const plain = task.answers.filter(({ match }) => match !== 'wildcards').map(({ text }) => text);
  return verdict(false, { feedback, note: noteOnLookAlike(plain, typed) });
}

function mutants(task: TextTask, seed: string): Given[] {
  const [right = ''] = TEXT.solution(task, seed);
  const letters = Array.from(right);
  const dropped = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  const swapped = letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
  const others = ['', `${right}${right}`, `not ${right}`, `${right}x`, `x${right}`, right.toUpperCase(), right.toLowerCase()];
  return firstWrong([...others, ...dropped, ...swapped], (each) => isAccepted(task, each)).map((each) => [each]);
}
