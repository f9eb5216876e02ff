import { expect, it } from 'vitest';
import { importedQuestions, shortQuestion } from '#testing/content/imported-questions.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

function one(text: string) {
  const { questions, notes } = importedQuestions('a.gift', text);
  return { ...(questions[0] ? shortQuestion(questions[0]) : {}), ...(notes.length > 0 && { notes }) };
}

const choice = (question: string, ...options: string[]) => ({ question, select_type: 'single', options });

it.each<[string, string, object]>([
  ['a choice of one', 'Two letters? {=ab#Yes ~abc ~[html]<b>a</b>#No}', choice('Two letters?', '+ ab (Yes)', '- abc', '- **a** (No)')],
  ['a missing word', 'A {~dog =cat} sleeps.', choice('A \\_\\_\\_\\_\\_ sleeps.', '- dog', '+ cat')],
  ['a choice of several', 'Even? {~%50%2 ~%50%4 ~%-100%5}', { ...choice('Even?', '+ 2', '+ 4', '- 5'), select_type: 'multiple' }],
  ['true or false', 'Zero is falsy. {TRUE#It is.#Right.}', choice('Zero is falsy.', '+ True (Right.)', '- False (It is.)')],
  ['false', '{F}', { ...choice('', '- True', '+ False'), notes: ['Question 1: The question has no text.'] }],
  [
    'a short answer',
    'Which sign? {=\\= =equals\\: \\{\\}}',
    {
      question: 'Which sign?',
      kind: 'text',
      answers: [
        { text: '=', match: 'ignore-case' },
        { text: 'equals: {}', match: 'ignore-case' },
      ],
      feedback: [],
    },
  ],
  [
    'a number',
    'Pi? {#3.14:0.01}',
    {
      question: 'Pi?',
      kind: 'number',
      value: '3.14',
      tolerance: '0.01',
      tolerance_type: 'absolute',
      unit: '',
      allows_formula: false,
      feedback: [],
    },
  ],
  [
    'a range',
    'Pi? {#3.1..3.2}',
    {
      question: 'Pi?',
      kind: 'number',
      value: '3.15',
      tolerance: '0.05',
      tolerance_type: 'absolute',
      unit: '',
      allows_formula: false,
      feedback: [],
    },
  ],
  [
    'several numbers',
    'When? {#=1822:0#Yes =%50%1820:5#Nearly ~#No}',
    {
      question: 'When?',
      kind: 'number',
      value: '1822',
      tolerance: '',
      tolerance_type: 'absolute',
      unit: '',
      allows_formula: false,
      feedback: [{ answer: '1820', message: 'Nearly' }],
      notes: [
        'Question 1: Feedback on a range of wrong numbers is shown for the number in its middle only.',
        'Question 1: Answers that give a part of the points count as wrong.',
        'Question 1: Feedback on right answers was left out.',
        'Question 1: Feedback on all other wrong answers was left out.',
      ],
    },
  ],
  [
    'pairs',
    'Match. {\n=a -> 1\n=b_ -> 2\n= -> 3\n}',
    {
      question: 'Match.',
      kind: 'match',
      pairs: [
        { left: 'a', right: '1' },
        { left: 'b\\_', right: '2' },
      ],
      spares: ['3'],
      feedback: [],
    },
  ],
])('reads %s', (_, text, expected) => {
  expect(one(text)).toEqual(expected);
});

it('reads names, categories, comments and texts between questions', () => {
  const text =
    '\uFEFF// Mine\n$CATEGORY: $course$/top/Loops\n\n::First:: [markdown]Is it *so*? {T####Always}\n\nRead **this**.\n\nAnd this?\n// Not here\n{\n=a\n}\n\n::Free:: Discuss. {}\n';
  const { title, screens, questions, notes } = importedQuestions('a.gift', text);
  expect([title, screens, questions.map(({ question }) => question)]).toEqual([
    'Loops',
    [
      { title: 'First', text: '', questions: 1 },
      { title: 'Text', text: 'Read \\*\\*this\\*\\*.', questions: 1 },
      { title: 'Free', text: 'Discuss.', questions: 0 },
    ],
    ['Is it *so*?', 'And this?'],
  ]);
  expect(notes).toEqual([
    'Question 4: A question of the kind “essay”, which lessons don’t have. Only the text was imported.',
    'Question 1: Feedback on every answer was left out: learners read feedback on the answers that they gave.',
  ]);
});

it.each(['a {=b}\n\n', '{', '=a', ' =', '~', '#', '::', '\\=', '%50%', '->', '//\n'])(
  'takes time that grows with the length, whatever is repeated: %s',
  (piece) => {
    expect(growthBeyondLinear((size) => importedQuestions('a.gift', `a {=${piece.repeat(size)}}`), 1 << 11)).toBeNull();
  },
);
