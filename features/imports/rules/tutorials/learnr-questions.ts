import type { Cell } from '../cells.ts';
import { questionCell, type TutorialContext } from './parts.ts';
import { argumentOf, isTrue, readRValues, type RValue } from './r-values.ts';

interface Answer {
  readonly text: string;
  readonly isRight: boolean;
  readonly message: string;
}

const QUESTIONS = /^question(?:_(?:radio|checkbox|text|numeric|wordbank))?$/;

/** The questions of a chunk of learnr: `question(…)`, `quiz(…)`; null: it is other code. */
export function learnrQuestions(code: string, place: string, context: TutorialContext): Cell[] | null {
  if (!/\bquestion\w*[ \t]*\(/.test(code)) return null;
  const values = readRValues(context.readTree, code);
  const calls = values.flatMap((value) => (value.call === 'quiz' ? value.args.map((arg) => arg.value) : [value]));
  const questions = calls.filter(({ call }) => QUESTIONS.test(call));
  if (questions.length === 0) return null;
  const others = values.filter((value) => value.call !== 'quiz' && !QUESTIONS.test(value.call)).map(({ source }) => source);
  if (others.length > 0) context.note(place, `Code beside a question was left out: ${others.join('\n').slice(0, 300)}`);
  const [quiz] = values.filter(({ call }) => call === 'quiz');
  const caption = (quiz && argumentOf(quiz, 'caption')?.string) ?? '';
  return [
    ...(caption === '' ? [] : [{ kind: 'text', place, source: `**${caption}**` } as const]),
    ...questions.flatMap((question, index) => readQuestion(question, index, place, context)),
  ];
}

function readQuestion(call: RValue, index: number, place: string, { note }: TutorialContext): Cell[] {
  const text = argumentOf(call, 'text', 0);
  const question = text?.string ?? text?.source ?? '';
  const answers = call.args.map(({ value }) => value).filter((value) => value.call.startsWith('answer'));
  if (answers.some((answer) => answer.call === 'answer_fn')) note(place, 'An answer that a function of R judges was left out.');
  const lost = ['post_message', 'try_again'].map((name) => messageOf(call, name)).filter((text) => text !== '');
  const right = messageOf(call, 'correct');
  const wrong = messageOf(call, 'incorrect');
  const read = answers
    .filter((answer) => answer.call === 'answer')
    .map((answer): Answer => {
      const isRight = isTrue(argumentOf(answer, 'correct', 1));
      const text = argumentOf(answer, 'text', 0);
      return { text: text?.string ?? text?.source ?? '', isRight, message: messageOf(answer, 'message') || (isRight ? right : wrong) };
    });
  // A question without choices has feedback on wrong answers that it names only.
  const hasChoices = !/^(?:text|numeric)$/.test(kindOf(call));
  const texts = [...lost, ...(hasChoices ? [] : [right, wrong, ...read.filter(({ isRight }) => isRight).map(({ message }) => message)])];
  const left = [...new Set(texts)].filter((text) => text !== '' && !read.some(({ isRight, message }) => !isRight && message === text));
  if (left.length > 0) note(place, `Texts of a question have no counterpart and were left out: ${left.join(' ').slice(0, 500)}`);
  const content = contentOf(kindOf(call), read, call);
  if (content === null) {
    note(place, `A question has no answer that can be judged here, and was kept as text.`);
    return [{ kind: 'text', place, source: question }];
  }
  return [questionCell(`${place} ${index}`, { question, ...content }, note)];
}

function kindOf(call: RValue): string {
  const type = argumentOf(call, 'type')?.string ?? '';
  return call.call.replace(/^question_?/, '') || type.replace(/^learnr_/, '');
}

function contentOf(kind: string, answers: readonly Answer[], call: RValue): Omit<Parameters<typeof questionCell>[1], 'question'> | null {
  const right = answers.filter(({ isRight }) => isRight);
  const feedback = answers
    .filter(({ isRight, message }) => !isRight && message !== '')
    .map(({ text, message }) => ({ answer: text, message }));
  const [first] = right;
  if (first === undefined) return null;
  if (kind === 'text')
    return { task: { kind: 'text', answers: right.map(({ text }) => ({ text: text.trim(), match: 'exact' })), feedback } };
  if (kind === 'numeric') {
    const tolerance = argumentOf(call, 'tolerance')?.source ?? '';
    return {
      task: {
        kind: 'number',
        value: first.text,
        tolerance: /^[\d.e+-]{1,30}$/i.test(tolerance) ? tolerance : '',
        tolerance_type: 'absolute',
        unit: '',
        allows_formula: false,
        feedback,
      },
    };
  }
  const isMultiple = kind === 'checkbox' || kind === 'multiple' || right.length > 1;
  return {
    select_type: isMultiple ? 'multiple' : 'single',
    options: answers.map(({ text, isRight, message }) => ({ label: text, valid: isRight, feedback_message: message, skill_uuid: null })),
  };
}

function messageOf(call: RValue, name: string): string {
  return argumentOf(call, name)?.string ?? '';
}
